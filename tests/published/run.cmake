# Judges published test directories: cmake -D PROGRAM=... -D TESTS=folder-or-archive -D WORK=folder
# -D EXPECTED="N known, N passed, N failed, N skipped" -D HOST_STATE=library -P run.cmake
include(${CMAKE_CURRENT_LIST_DIR}/../support/host_state.cmake)

if(NOT IS_DIRECTORY ${TESTS})
  file(REMOVE_RECURSE ${WORK})
  file(ARCHIVE_EXTRACT INPUT ${TESTS} DESTINATION ${WORK})
  set(TESTS ${WORK})
endif()
execute_process(COMMAND ${PROGRAM} test ${TESTS} OUTPUT_VARIABLE output ERROR_VARIABLE errors
                RESULT_VARIABLE result)
message("${output}${errors}")
string(REGEX REPLACE "^([^,]*), (.*)$" "\\1\n\\2\n" expected "${EXPECTED}")
if(NOT result EQUAL 0 OR NOT output STREQUAL expected OR NOT errors STREQUAL "")
  message(FATAL_ERROR "exit code ${result}; expected ${expected}")
endif()

# Whatever the number of threads, the text is the same.
foreach(threads 1 2)
  execute_process(COMMAND ${PROGRAM} test ${TESTS} -v -j ${threads} OUTPUT_VARIABLE with_${threads})
endforeach()
if(NOT with_1 STREQUAL with_2)
  message(FATAL_ERROR "the text with -j 1 is not that with -j 2")
endif()

# Whatever the floating-point state of the process, so are the bits: by the strict judge every one that differs shows.
same_in_every_host_state(${PROGRAM} test ${TESTS} --judge strict --no-known --json)
