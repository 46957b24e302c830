# Where installed files look for each other, from CMAKE_INSTALL_PREFIX and the folders of GNUInstallDirs alone
# (tests/lint/consumer.sh runs it by itself). Relative to where they stand, so that a prefix may be moved; but a folder
# that was given as an absolute path does not move with it, and is named as it is.

# <origin>/<way from one folder to the other>, or where one of them is absolute the other's whole path.
function(sptune_seen_from out origin from to)
  if(IS_ABSOLUTE "${from}" OR IS_ABSOLUTE "${to}")
    cmake_path(ABSOLUTE_PATH to BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" NORMALIZE)
  else()
    file(RELATIVE_PATH to "/prefix/${from}" "/prefix/${to}")
    string(PREPEND to "${origin}/")
  endif()
  string(REGEX REPLACE "/$" "" to "${to}") # of the prefix itself
  set(${out} "${to}" PARENT_SCOPE)
endfunction()

# What the bundle brings along, for libsptune.so and the drop-in.
sptune_seen_from(sptune_bundled "$ORIGIN" "${CMAKE_INSTALL_LIBDIR}" lib/sptune)
# For sptune.pc.
sptune_seen_from(sptune_pc_prefix "\${pcfiledir}" "${CMAKE_INSTALL_LIBDIR}/pkgconfig" .)
sptune_seen_from(sptune_pc_includedir "\${prefix}" . "${CMAKE_INSTALL_INCLUDEDIR}")
sptune_seen_from(sptune_pc_libdir "\${prefix}" . "${CMAKE_INSTALL_LIBDIR}")
# The library, for the Python package.
sptune_seen_from(sptune_libdir . "${CMAKE_INSTALL_DATADIR}/sptune/python" "${CMAKE_INSTALL_LIBDIR}")
