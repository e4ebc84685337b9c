// What the program does when the system ends it.
#pragma once

namespace hardref::tools {

// From now on SIGHUP, SIGINT and SIGTERM remove what is unfinished before they end the program, with their own status;
// a mapped file that another program cuts short ends it with the code of an I/O error; a file that grows past the
// limit of the process is an error of writing it. To be called before other threads begin.
void watch_signals();

}  // namespace hardref::tools
