# Options of the build, all with defaults that suit a person who just types `cmake -B build`.
option(SPTUNE_TOOLS "Build the tuner, the database and the command line, not only the library" ON)
option(SPTUNE_TESTS "Build the tests" ON)
option(SPTUNE_WERROR "Treat warnings as errors" OFF)
option(SPTUNE_BASELINES "Build catalogue entries for Eigen, librsb and GraphBLAS where installed" ON)
option(SPTUNE_FUZZ "Build the libFuzzer targets (needs clang)" OFF)
option(SPTUNE_UNOPTIMISED_TESTS "Compile tests, contracts apart, without optimisation" OFF)
set(SPTUNE_DEVICE_BATCH 1 CACHE STRING "How many CUDA sources are compiled together")
set(SPTUNE_CUDA AUTO CACHE STRING "CUDA backend: AUTO, ON or OFF")
set(SPTUNE_SANITIZE "" CACHE STRING "Sanitizers of the host code, for example address,undefined")
set_property(CACHE SPTUNE_CUDA PROPERTY STRINGS AUTO ON OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release or RelWithDebInfo" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

find_program(SPTUNE_CCACHE ccache)
if(SPTUNE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SPTUNE_CCACHE})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${SPTUNE_CCACHE})
endif()
find_program(SPTUNE_MOLD mold)
if(SPTUNE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
if(SPTUNE_SANITIZE)
  add_compile_options(-fsanitize=${SPTUNE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SPTUNE_SANITIZE})
  # A program in C that uses libsptune.so carries what the library's C++ asks of the sanitizer.
  add_link_options($<$<AND:$<LINK_LANGUAGE:C>,$<C_COMPILER_ID:Clang>>:-fsanitize-link-c++-runtime>)
endif()
if(SPTUNE_SANITIZE MATCHES thread)
  # Tells the sanitizer where OpenMP's threads wait for one another; it stands beside the compiler.
  get_filename_component(compiler ${CMAKE_CXX_COMPILER} REALPATH)
  get_filename_component(compiler_folder ${compiler} DIRECTORY)
  find_library(SPTUNE_ARCHER archer HINTS ${compiler_folder}/../lib REQUIRED)
endif()
# What computes little has people wait for the compiler: it is optimised a little in a release, and not at all
# with sanitizers, which takes a third off its time to compile, and two thirds there.
function(sptune_compiles_fast target)
  if(SPTUNE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE $<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>)
  endif()
endfunction()
# With -DCMAKE_UNITY_BUILD=ON, as in .ci/run and ./quickstart, sources of a module are compiled so many at a
# time: a third of the time, most of which goes into the same headers. Two anonymous helpers of one module must
# not share a name then. Kernels and tests are compiled one by one in every build.
set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)
