// The main function of the tests where Catch2 2 does not bring one; Catch2 3 has a library for it.
#define CATCH_CONFIG_MAIN
#include "support/catch.h"
