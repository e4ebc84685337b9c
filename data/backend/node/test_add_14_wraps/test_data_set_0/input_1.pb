Bb_int8Jd
öÎ