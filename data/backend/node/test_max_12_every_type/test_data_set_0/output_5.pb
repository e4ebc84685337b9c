Buint8J
	