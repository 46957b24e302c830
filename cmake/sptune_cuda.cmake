# Finds the CUDA Toolkit, or says in one line that the CUDA backend is left out.
set(SPTUNE_HAVE_CUDA OFF)
if(NOT SPTUNE_CUDA STREQUAL "OFF")
  if(NOT CMAKE_CUDA_COMPILER AND EXISTS /usr/local/cuda/bin/nvcc)
    set(CMAKE_CUDA_COMPILER /usr/local/cuda/bin/nvcc)
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    # Machine code for the H100 and H200, and PTX, which the driver compiles for newer chips. Where
    # every chip is known, -DCMAKE_CUDA_ARCHITECTURES=90-real leaves the PTX out.
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 90)
    endif()
    enable_language(CUDA)
    find_package(CUDAToolkit QUIET)
  endif()
  if(CMAKE_CUDA_COMPILER AND CUDAToolkit_FOUND)
    set(SPTUNE_HAVE_CUDA ON)
    # CMake 3.25 does not know nvcc's C++20: asked for without REQUIRED it is dropped without a word,
    # so the flag is passed by hand.
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_STANDARD_REQUIRED OFF)
    # What CMake says of optimization is for the host's part, plans and launches: device code is the same byte for
    # byte, and a source takes a twentieth less time to compile (docs/measurements/device-code.md).
    if(CMAKE_CUDA_FLAGS_RELEASE STREQUAL "-O3 -DNDEBUG")
      set(CMAKE_CUDA_FLAGS_RELEASE "-O2 -DNDEBUG")
    endif()
    # 177: an unused defaulted operator== of a Config; the pointer-to-member warning is nvcc's own output.
    add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:-std=c++20;--diag-suppress=177;-Xcompiler=-Wall,-Wextra,-Wno-parentheses>")
    # Device code is most of every program: this makes it a fifth (spmv/cuda/ell.cu: 77 kB to 15 kB). It is
    # unpacked file by file, when the first kernel of a file is launched. It takes a quarter of the time to compile.
    if(CMAKE_CUDA_COMPILER_VERSION VERSION_GREATER_EQUAL 12.9 AND NOT CMAKE_CUDA_FLAGS MATCHES "fast-compile")
      add_compile_options($<$<COMPILE_LANGUAGE:CUDA>:--compress-mode=size>)
    endif()
  elseif(SPTUNE_CUDA STREQUAL "ON")
    message(FATAL_ERROR "SPTUNE_CUDA=ON, but no CUDA Toolkit was found: install it or set CUDACXX")
  endif()
endif()
if(SPTUNE_HAVE_CUDA)
  message(STATUS "sptune: CUDA backend on (CUDA ${CUDAToolkit_VERSION}, architectures ${CMAKE_CUDA_ARCHITECTURES})")
else()
  message(STATUS "sptune: CUDA backend left out (SPTUNE_CUDA=${SPTUNE_CUDA}); everything else is built")
endif()
