# same_in_every_host_state(COMMAND...): the command prints the same and ends the same in every floating-point state that
# HOST_STATE, the library of host_state.c, gives its process.
function(same_in_every_host_state)
  set(environment ${CMAKE_COMMAND} -E env LD_PRELOAD=${HOST_STATE} ASAN_OPTIONS=verify_asan_link_order=0)
  foreach(state to_nearest flush_to_zero upward downward toward_zero)
    execute_process(
      COMMAND ${environment} HARDREF_HOST_STATE=${state} ${ARGV}
      OUTPUT_VARIABLE output ERROR_VARIABLE errors RESULT_VARIABLE result)
    set(${state} "${result}\n${output}${errors}")
    if(NOT ${state} STREQUAL to_nearest AND NOT "${${state}}" STREQUAL "${to_nearest}")
      message(FATAL_ERROR "${ARGV}\n${state}:\n${${state}}\nto_nearest:\n${to_nearest}")
    endif()
  endforeach()
endfunction()
