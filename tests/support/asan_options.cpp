// Under AddressSanitizer a failed allocation ends the program, unless it is told to return null as it does elsewhere;
// the tests for allocations that are too large need that. Without the sanitizer nobody calls this function.
extern "C" const char* __asan_default_options();

extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
