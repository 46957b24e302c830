# Reads a variants.def and writes the catalogue from it, so that a new variant is one file and one line.

# sptune_code_hash(<source> <out>): the hash of the code that a variant depends on: a changed kernel retires its
# stored trials by itself, and those of no other. docs/decisions/013-code-hash.md
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(sptune_code_hash source out)
  execute_process(
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/code_hashes.py ${PROJECT_SOURCE_DIR} ${source}
    OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  list(POP_FRONT lines first)
  string(SUBSTRING ${first} 0 16 hash)
  list(TRANSFORM lines REPLACE "^\\+ " "")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/cmake/code_hashes.py ${lines})
  set(${out} ${hash} PARENT_SCOPE)
endfunction()

# sptune_read_variants(<operation>): appends to <backend>_sources, <backend>_declarations and
# <backend>_entries for the backends cpu and cuda; without CUDA nothing is added to the latter.
function(sptune_read_variants operation)
  set(dir ${CMAKE_CURRENT_SOURCE_DIR}/${operation})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dir}/variants.def)
  foreach(backend cpu cuda)
    set(sources_${backend} "")
    set(declarations_${backend} "")
    set(entries_${backend} "")
  endforeach()
  file(STRINGS ${dir}/variants.def lines REGEX "^[a-z]")
  list(FILTER lines EXCLUDE REGEX "^baseline ") # kernels/baselines reads those
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^(cpu|cuda) ([a-z0-9_]+)( from ([0-9]+) runs)?$")
      message(FATAL_ERROR
        "${dir}/variants.def: expected '<backend> <name>' or '<backend> <name> from <n> runs', found '${line}'")
    endif()
    set(backend ${CMAKE_MATCH_1})
    set(name ${CMAKE_MATCH_2})
    set(default_from_runs 0)
    if(CMAKE_MATCH_3)
      set(default_from_runs ${CMAKE_MATCH_4})
    endif()
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
    sptune_code_hash(${source} code_hash)
    list(APPEND sources_${backend} ${source})
    string(APPEND declarations_${backend} "namespace sptune::${operation}::${name} { Variant ${backend}_variant(); }\n")
    string(APPEND entries_${backend} "  add(${operation}::${name}::${backend}_variant(), \"${code_hash}\", ${default_from_runs});\n")
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
  // To the end of the process: threads of pending plans read it while static objects go.
  static const auto* const catalogue = new Catalogue([] {
    std::vector<Variant> variants;
    [[maybe_unused]] const auto add = [&](Variant v, const char* code_hash, double default_from_runs) {
      v.code_hash = code_hash;
      v.default_from_runs = default_from_runs;
      variants.push_back(std::move(v));
    };
@entries@
    return variants;
  }());
  return *catalogue;
}
}  // namespace sptune
")
endfunction()
