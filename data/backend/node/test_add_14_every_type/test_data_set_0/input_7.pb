B
b_bfloat16JU@+?«>€?@@«?