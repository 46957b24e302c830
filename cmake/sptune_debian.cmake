# `cpack -G DEB`: libsptune0, libsptune-dev, sptune and python3-sptune, one per component. What other packages they need
# is looked up by dpkg-shlibdeps (dpkg-dev); none is of CUDA (docs/decisions/011-cuda-apart.md).
set(sptune_debian_runtime libsptune${SPTUNE_ABI})
set(sptune_debian_devel libsptune-dev)
set(sptune_debian_tools sptune)
set(sptune_debian_python python3-sptune)

# cpack reads it for each generator: components are packages of Debian's alone, the bundle is whole.
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/generated/cpack_debian.cmake)
file(CONFIGURE OUTPUT ${CPACK_PROJECT_CONFIG_FILE} @ONLY CONTENT [[
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_INSTALL_CMAKE_PROJECTS "@PROJECT_BINARY_DIR@;sptune;ALL;/")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_DEB_COMPONENT_INSTALL ON)
  set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each has its own
  set(CPACK_COMPONENTS_ALL runtime devel tools python runtime_debian devel_debian tools_debian python_debian)
endif()
]])

# What Debian wants beside it: whose it is in share/doc, and Python's packages where its Python looks.
foreach(component runtime devel tools python)
  string(TOUPPER ${component} COMPONENT)
  set(CPACK_COMPONENT_${COMPONENT}_GROUP ${component})
  set(CPACK_COMPONENT_${COMPONENT}_DEBIAN_GROUP ${component})
  set(CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME ${sptune_debian_${component}})
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${sptune_debian_${component}} RENAME copyright
    COMPONENT ${component}_debian EXCLUDE_FROM_ALL)
endforeach()
install(CODE [[
  file(MAKE_DIRECTORY $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib/python3/dist-packages)
  file(CREATE_LINK ../../../share/sptune/python/sptune
    $ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/lib/python3/dist-packages/sptune SYMBOLIC)
]] COMPONENT python_debian EXCLUDE_FROM_ALL)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the sptune authors <sptune@example.org>")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON) # what programs need that link the library
set(same_version "(= ${PROJECT_VERSION})")

set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "Tuned sparse matrix products, shared library
Chooses the kernel that suits a sparse matrix, by a model of measured times, for
products with vectors, dense and sparse matrices, on CPUs and on NVIDIA GPUs where a
driver for them is there.")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)

set(CPACK_DEBIAN_DEVEL_DESCRIPTION "Tuned sparse matrix products, for programs in C and C++
Headers, static libraries, and packages for CMake and pkg-config.")
set(CPACK_DEBIAN_DEVEL_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVEL_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVEL_PACKAGE_DEPENDS "${sptune_debian_runtime} ${same_version}, g++")
set(CPACK_DEBIAN_DEVEL_PACKAGE_SUGGESTS "cmake, pkg-config")

set(CPACK_DEBIAN_TOOLS_DESCRIPTION "Autotuning research harness for sparse kernels
Sweeps kernels over matrices, keeps every trial in SQLite, trains the models that
libsptune chooses by, and reports.")
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "${sptune_debian_runtime} ${same_version}") # its models

set(CPACK_DEBIAN_PYTHON_DESCRIPTION "Tuned sparse matrix products from Python
For CSR matrices of SciPy, CuPy and PyTorch; databases of trials as DataFrames.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.9), python3-numpy, ${sptune_debian_runtime} ${same_version}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-scipy)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-pandas)
