# Documents that are generated, by targets that nothing depends on: `man`, manual pages from the help of each verb, and
# `reference`, the public headers in HTML (needs the Debian package doxygen). Manual pages that were made are installed.
if(TARGET sptune)
  add_custom_target(man
    COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/manual_pages.py
      $<TARGET_FILE:sptune> ${PROJECT_VERSION} ${PROJECT_BINARY_DIR}/man/man1
    DEPENDS sptune COMMENT "Manual pages in ${PROJECT_BINARY_DIR}/man" VERBATIM)
  if(SPTUNE_TESTS) # the help of every verb can be read
    add_test(NAME manual_pages_are_made
      COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/manual_pages.py
        $<TARGET_FILE:sptune> ${PROJECT_VERSION} ${PROJECT_BINARY_DIR}/tests/man1)
    set_tests_properties(manual_pages_are_made PROPERTIES LABELS lint)
  endif()
  install(DIRECTORY ${PROJECT_BINARY_DIR}/man/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tools OPTIONAL)
endif()

find_program(SPTUNE_DOXYGEN doxygen)
if(SPTUNE_DOXYGEN)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/Doxyfile.in ${PROJECT_BINARY_DIR}/generated/Doxyfile @ONLY)
  add_custom_target(reference COMMAND ${SPTUNE_DOXYGEN} ${PROJECT_BINARY_DIR}/generated/Doxyfile
    COMMENT "Reference in ${PROJECT_BINARY_DIR}/reference/index.html" VERBATIM)
  if(SPTUNE_TESTS)
    add_test(NAME public_headers_are_documented
      COMMAND ${SPTUNE_DOXYGEN} ${PROJECT_BINARY_DIR}/generated/Doxyfile)
    set_tests_properties(public_headers_are_documented PROPERTIES LABELS lint)
  endif()
endif()
