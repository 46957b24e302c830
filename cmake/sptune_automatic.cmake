# Options that are ON, OFF or, where it depends on what is installed, AUTO.

# sptune_automatic(<option>): makes it one of these words, of whatever CMake takes for true or false; anything else is
# refused, and not taken for AUTO. Alone in its file: tests/lint/automatic.sh runs it by itself.
function(sptune_automatic option)
  string(TOUPPER "${${option}}" word)
  if(word MATCHES "^(1|ON|YES|TRUE|Y)$")
    set(word ON)
  elseif(word STREQUAL "" OR word MATCHES "^(0|OFF|NO|FALSE|N|IGNORE|NOTFOUND|.*-NOTFOUND)$")
    set(word OFF)
  elseif(NOT word STREQUAL "AUTO")
    message(FATAL_ERROR "${option}=${${option}}, expected AUTO, ON or OFF")
  endif()
  set(${option} ${word} PARENT_SCOPE)
endfunction()
