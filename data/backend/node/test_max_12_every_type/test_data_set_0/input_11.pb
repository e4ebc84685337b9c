Bb_uint8J
	