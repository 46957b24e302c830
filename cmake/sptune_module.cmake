# sptune_module(<name> SOURCES … [LINKS …] [PRIVATE …]): one static library per module, `sptune::<name>`.
# LINKS are seen by whoever uses the module, PRIVATE stay inside it.
#
# Sources of sptune's own targets include by paths from its root. Others that link a module, of a project that sptune is
# a part of, see include/ alone: their "db/store.hpp" may be another.
set(sptune_own_root $<$<PATH:IS_PREFIX,${PROJECT_SOURCE_DIR},$<TARGET_PROPERTY:SOURCE_DIR>>:${PROJECT_SOURCE_DIR}>)
function(sptune_module name)
  cmake_parse_arguments(MODULE "" "" "SOURCES;LINKS;PRIVATE" ${ARGN})
  add_library(sptune_${name} STATIC ${MODULE_SOURCES})
  add_library(sptune::${name} ALIAS sptune_${name})
  set_target_properties(sptune_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(sptune_${name} PUBLIC cxx_std_20)
  target_include_directories(sptune_${name} PUBLIC
    $<BUILD_INTERFACE:${sptune_own_root}> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(sptune_${name} PUBLIC ${MODULE_LINKS} PRIVATE ${MODULE_PRIVATE})
  # What is linked into a shared library or a plugin stays its own: variables of templates and inline functions would be
  # one for all that a process opens, RTLD_LOCAL or not, and of the one that was opened first.
  target_link_options(sptune_${name} INTERFACE
    $<$<IN_LIST:$<TARGET_PROPERTY:TYPE>,MODULE_LIBRARY$<SEMICOLON>SHARED_LIBRARY>:LINKER:--exclude-libs,$<TARGET_FILE_NAME:$<TARGET_NAME:sptune_${name}>>>)
  sptune_honest_numbers(sptune_${name})
  sptune_warnings(sptune_${name})
endfunction()

# Models hold NaN, and results are promised: -Ofast and -ffast-math of whoever builds are undone. Elsewhere there is
# nothing to undo, and commands stay as they are, for ccache.
function(sptune_honest_numbers target)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
  if(NOT PROJECT_IS_TOP_LEVEL OR "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}" MATCHES "fast|math")
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fno-fast-math;-fno-finite-math-only;-fno-unsafe-math-optimizations>)
  endif()
endfunction()

# The project's warnings, for host code only. Compiled together with others a source's local names may shadow
# helpers of theirs: .ci/tidy warns of shadowing where it compiles every source by itself.
function(sptune_warnings target)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-Wshadow;-Wno-psabi>
    $<$<COMPILE_LANGUAGE:C>:-Wall;-Wextra;-Wconversion;-Wshadow;-pedantic>
    $<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:-Wno-shadow>
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>
    $<$<AND:$<BOOL:${SPTUNE_WERROR}>,$<COMPILE_LANGUAGE:C,CXX>>:-Werror>)
endfunction()

# sptune_batch_device_code(<out> <source>…): the sources, or with SPTUNE_DEVICE_BATCH above 1 as many fewer that
# include them: what CMake's unity builds do for C++ alone, and half of nvcc's time where headers take it.
function(sptune_batch_device_code out)
  if(NOT SPTUNE_DEVICE_BATCH GREATER 1)
    set(${out} ${ARGN} PARENT_SCOPE)
    return()
  endif()
  set(batches)
  list(LENGTH ARGN left)
  while(left GREATER 0)
    list(LENGTH batches number)
    math(EXPR begin "${number} * ${SPTUNE_DEVICE_BATCH}")
    math(EXPR left "${left} - ${SPTUNE_DEVICE_BATCH}")
    list(SUBLIST ARGN ${begin} ${SPTUNE_DEVICE_BATCH} batch)
    set(text "")
    foreach(source ${batch})
      get_filename_component(source ${source} ABSOLUTE)
      string(APPEND text "#include \"${source}\"\n")
    endforeach()
    set(file ${CMAKE_CURRENT_BINARY_DIR}/device_batch_${number}.cu)
    file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
    list(APPEND batches ${file})
  endwhile()
  set(${out} ${batches} PARENT_SCOPE)
endfunction()

# What takes as long hangs. Shared machines have been three times as slow as on other days, and then nothing fails.
set(SPTUNE_TEST_TIMEOUT 1200)

# sptune_test(<name> SOURCES … LINKS … [LABELS …]): one GoogleTest executable, one ctest entry. Tests share the cores, many
# with more threads than there are: threads that spin at a barrier would hold all up.
function(sptune_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LINKS;LABELS" ${ARGN})
  add_executable(${name} ${TEST_SOURCES} ${PROJECT_SOURCE_DIR}/tests/without_models.cpp)
  target_link_libraries(${name} PRIVATE ${TEST_LINKS} GTest::gtest_main GTest::gmock)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  sptune_warnings(${name})
  add_test(NAME ${name} COMMAND ${name})
  if(NOT TEST_LABELS)
    set(TEST_LABELS unit)
  endif()
  if(NOT SPTUNE_SANITIZE OR NOT "contract" IN_LIST TEST_LABELS)
    sptune_compiles_fast(${name})
  endif()
  if(SPTUNE_UNOPTIMISED_TESTS AND NOT "contract" IN_LIST TEST_LABELS)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  if("slow" IN_LIST TEST_LABELS)
    set_tests_properties(${name} PROPERTIES COST 100) # first, so that nothing waits for it in the end
  endif()
  set_tests_properties(${name} PROPERTIES LABELS "${TEST_LABELS}" TIMEOUT ${SPTUNE_TEST_TIMEOUT}
    ENVIRONMENT "SPTUNE_SOURCE_DIR=${PROJECT_SOURCE_DIR};SPTUNE_BIN_DIR=${PROJECT_BINARY_DIR}/bin;SPTUNE_DISTURBED=keep;OMP_WAIT_POLICY=passive")
endfunction()
