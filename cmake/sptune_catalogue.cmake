# Reads a variants.def and writes the catalogue from it, so that a new variant is one file and one line.

# sptune_read_variants(<operation>): appends to <backend>_sources, <backend>_declarations and
# <backend>_entries for the backends cpu and cuda; without CUDA nothing is added to the latter. Each entry carries a hash of the
# variant's source and of what all variants of the room and backend share: a changed kernel retires
# its stored trials by itself, and those of no other backend.
function(sptune_read_variants operation)
  set(dir ${CMAKE_CURRENT_SOURCE_DIR}/${operation})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dir}/variants.def)
  file(GLOB shared_cpu ${dir}/*.hpp ${dir}/*.cpp ${dir}/cpu/*.hpp
    ${CMAKE_CURRENT_SOURCE_DIR}/host/*.hpp)
  file(GLOB shared_cuda ${dir}/*.hpp ${dir}/*.cpp ${dir}/cuda/*.cuh
    ${dir}/cuda/*/*.cuh ${CMAKE_CURRENT_SOURCE_DIR}/cuda/*.cuh ${CMAKE_CURRENT_SOURCE_DIR}/cuda/*.hpp)
  foreach(backend cpu cuda)
    set(shared_hash_${backend} "")
    list(SORT shared_${backend})
    foreach(file IN LISTS shared_${backend})
      file(SHA256 ${file} hash)
      string(APPEND shared_hash_${backend} ${hash})
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    endforeach()
    set(sources_${backend} "")
    set(declarations_${backend} "")
    set(entries_${backend} "")
  endforeach()
  file(STRINGS ${dir}/variants.def lines REGEX "^[a-z]")
  list(FILTER lines EXCLUDE REGEX "^baseline ") # kernels/baselines reads those
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^(cpu|cuda) ([a-z0-9_]+)$")
      message(FATAL_ERROR "${dir}/variants.def: expected '<backend> <name>', found '${line}'")
    endif()
    set(backend ${CMAKE_MATCH_1})
    set(name ${CMAKE_MATCH_2})
    if(backend STREQUAL "cuda" AND NOT SPTUNE_HAVE_CUDA)
      continue()
    endif()
    set(extension cpp)
    if(backend STREQUAL "cuda")
      set(extension cu)
    endif()
    set(source ${dir}/${backend}/${name}.${extension})
    if(NOT EXISTS ${source}) # a variant of many files has a folder
      set(source ${dir}/${backend}/${name}/${name}.${extension})
    endif()
    file(SHA256 ${source} hash)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    string(SHA256 code_hash "${hash}${shared_hash_${backend}}")
    string(SUBSTRING ${code_hash} 0 16 code_hash)
    list(APPEND sources_${backend} ${source})
    string(APPEND declarations_${backend} "namespace sptune::${operation}::${name} { Variant ${backend}_variant(); }\n")
    string(APPEND entries_${backend} "  add(${operation}::${name}::${backend}_variant(), \"${code_hash}\");\n")
  endforeach()
  foreach(backend cpu cuda)
    set(${backend}_sources ${${backend}_sources} ${sources_${backend}} PARENT_SCOPE)
    set(${backend}_declarations "${${backend}_declarations}${declarations_${backend}}" PARENT_SCOPE)
    set(${backend}_entries "${${backend}_entries}${entries_${backend}}" PARENT_SCOPE)
  endforeach()
endfunction()

# sptune_write_catalogue(<file> <function> <declarations> <entries>)
function(sptune_write_catalogue file function declarations entries)
  file(CONFIGURE OUTPUT ${file} @ONLY CONTENT
"// Generated from variants.def; do not edit.
#include <utility>
#include \"kernels/api/catalogue.hpp\"

@declarations@
namespace sptune {
const Catalogue& @function@() {
  static const Catalogue catalogue = [] {
    std::vector<Variant> variants;
    [[maybe_unused]] const auto add = [&](Variant v, const char* code_hash) {
      v.code_hash = code_hash;
      variants.push_back(std::move(v));
    };
@entries@
    return Catalogue(std::move(variants));
  }();
  return catalogue;
}
}  // namespace sptune
")
endfunction()
