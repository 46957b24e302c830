# `cmake --install` (a package for find_package(sptune)) and `cpack -G TGZ` (a bundle that runs elsewhere). Components are
# those of Debian's packages, sptune_debian.cmake: runtime, devel, tools, python.
include(CMakePackageConfigHelpers)
include(sptune_places)

# What ships: the modules an application links, and those of the component cuda.
set(sptune_shipped api kernels no_cuda features model learned dispatch)
set(sptune_shipped_cuda "")
if(SPTUNE_HAVE_CUDA)
  set(sptune_shipped_cuda cuda)
endif()

# A consumer needs of other packages only what is linked; header-only libraries used inside sources
# are none of its business. Anything else must be named here, so that the package says so.
foreach(module IN LISTS sptune_shipped sptune_shipped_cuda)
  get_target_property(links sptune_${module} INTERFACE_LINK_LIBRARIES)
  list(FILTER links EXCLUDE REGEX "nlohmann_json|FastFloat")
  set(known "sptune::|^\\$<BUILD_INTERFACE:sptune_|OpenMP::OpenMP_CXX|Threads::Threads|NOTFOUND")
  if(module IN_LIST sptune_shipped_cuda)
    string(APPEND known "|CUDA::cudart_static")
  endif()
  foreach(link IN LISTS links)
    if(NOT link MATCHES "${known}")
      message(FATAL_ERROR "sptune_${module} ships and links ${link}: "
        "add it to cmake/sptune_install.cmake and sptune-config.cmake.in, or do without")
    endif()
  endforeach()
  set_target_properties(sptune_${module} PROPERTIES INTERFACE_LINK_LIBRARIES "${links}")
endforeach()

set(sptune_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sptune)
foreach(component "" _cuda)
  string(REPLACE _ - file sptune${component}-targets)
  list(TRANSFORM sptune_shipped${component} PREPEND sptune_ OUTPUT_VARIABLE targets)
  if(targets)
    install(TARGETS ${targets} EXPORT ${file} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT devel)
    install(EXPORT ${file} NAMESPACE sptune:: DESTINATION ${sptune_config_dir} COMPONENT devel)
  endif()
endforeach()
# What GNUInstallDirs was told by another project is that project's.
set(sptune_doc_dir ${CMAKE_INSTALL_DATADIR}/doc/sptune)
if(PROJECT_IS_TOP_LEVEL)
  set(sptune_doc_dir ${CMAKE_INSTALL_DOCDIR})
endif()
set(SPTUNE_MODELS_DIR ${CMAKE_INSTALL_DATADIR}/sptune/models)
# The C interface by itself: nothing of it leads to another package.
set_target_properties(sptune_c PROPERTIES INSTALL_RPATH "${sptune_bundled}")
install(TARGETS sptune_c EXPORT sptune-c-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT devel)
install(EXPORT sptune-c-targets NAMESPACE sptune:: DESTINATION ${sptune_config_dir} COMPONENT devel)
# The drop-in: the two stand beside each other.
if(TARGET sptune_cusparse)
  set_target_properties(sptune_cusparse_plans PROPERTIES INSTALL_RPATH "$ORIGIN:${sptune_bundled}")
  install(TARGETS sptune_cusparse sptune_cusparse_plans
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT tools)
endif()
configure_file(${CMAKE_CURRENT_LIST_DIR}/sptune.pc.in ${PROJECT_BINARY_DIR}/generated/sptune.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/generated/sptune.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT devel)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/sptune-config.cmake.in
  ${PROJECT_BINARY_DIR}/generated/sptune-config.cmake INSTALL_DESTINATION ${sptune_config_dir}
  PATH_VARS SPTUNE_MODELS_DIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/sptune-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/sptune-config.cmake
  ${PROJECT_BINARY_DIR}/generated/sptune-config-version.cmake DESTINATION ${sptune_config_dir} COMPONENT devel)

# What applications include, and nothing else.
install(DIRECTORY include/sptune DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT devel
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")

# The Python package, which finds the library from there.
install(DIRECTORY python/sptune DESTINATION ${CMAKE_INSTALL_DATADIR}/sptune/python COMPONENT python
  FILES_MATCHING PATTERN "*.py")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/libdir CONTENT "${sptune_libdir}\n" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/generated/libdir python/pyproject.toml python/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/sptune/python COMPONENT python)

# The models that ship, where sptune::dispatch finds them (tuner/dispatch/shipped_models.hpp).
install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/sptune/models COMPONENT runtime
  FILES_MATCHING PATTERN "*.json")

# Documents where their links look for each other, with the job script that they submit; of the measurements the words,
# not the tables. Links to what is not installed are taken out of what is.
install(FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${sptune_doc_dir} COMPONENT tools)
install(DIRECTORY docs DESTINATION ${sptune_doc_dir} COMPONENT tools
  FILES_MATCHING PATTERN "*.md" PATTERN "*.sh" PATTERN "images/*")
install(DIRECTORY examples DESTINATION ${sptune_doc_dir} COMPONENT tools PATTERN "read_any.cpp" EXCLUDE
  PATTERN "distributed_*.cpp" EXCLUDE PATTERN "rank_lines.hpp" EXCLUDE)
cmake_path(ABSOLUTE_PATH sptune_doc_dir BASE_DIRECTORY "\${CMAKE_INSTALL_PREFIX}" OUTPUT_VARIABLE installed)
install(CODE "execute_process(COMMAND \"${Python3_EXECUTABLE}\" \"${CMAKE_CURRENT_LIST_DIR}/installed_links.py\"
  \"\$ENV{DESTDIR}${installed}\" COMMAND_ERROR_IS_FATAL ANY)" COMPONENT tools)

# Programs look for libraries beside themselves first. DT_RPATH, not DT_RUNPATH: it also serves the
# libraries that those libraries need, so the bundled copies are used exactly as they came.
set(sptune_programs "")
foreach(program sptune sptune-worker sptune-bench)
  if(TARGET ${program})
    list(APPEND sptune_programs ${program})
    set_target_properties(${program} PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/sptune")
    target_link_options(${program} PRIVATE LINKER:--disable-new-dtags)
  endif()
endforeach()
if(sptune_programs)
  install(TARGETS ${sptune_programs} RUNTIME_DEPENDENCY_SET sptune_libraries
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
  # Everything but the C library and the loader; of CUDA's libraries none is asked for. Only in the bundle: a
  # plain install leaves the system's libraries where they are.
  install(RUNTIME_DEPENDENCY_SET sptune_libraries COMPONENT bundle EXCLUDE_FROM_ALL
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util|anl|nss_.*)\\.so"
    LIBRARY DESTINATION lib/sptune)
endif()

if(NOT PROJECT_IS_TOP_LEVEL) # what is packed is the other project's
  return()
endif()
set(CPACK_PACKAGE_NAME sptune)
set(CPACK_PACKAGE_VENDOR "the sptune authors")
set(CPACK_GENERATOR TGZ)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_FILE_NAME sptune-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};sptune;ALL;/" "${PROJECT_BINARY_DIR};sptune;bundle;/")
include(sptune_debian)
include(CPack)
