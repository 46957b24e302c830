# Reads a variants.def and writes the catalogue from it, so that a new variant is one file and one line.

# sptune_code_hashes(<out> <source>…): for each source, in their order, the hash of the code that a variant depends
# on: a changed kernel retires its stored trials by itself, and those of no other. docs/decisions/013-code-hash.md
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(sptune_code_hashes out)
  set(hashes "")
  if(ARGN)
    execute_process(
      COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/code_hashes.py ${PROJECT_SOURCE_DIR} ${ARGN}
      OUTPUT_VARIABLE lines OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE "\n" ";" lines "${lines}")
    set(read ${lines})
    list(FILTER lines EXCLUDE REGEX "^\\+ ")
    list(TRANSFORM lines REPLACE " .*" "" OUTPUT_VARIABLE hashes)
    list(FILTER read INCLUDE REGEX "^\\+ ")
    list(TRANSFORM read REPLACE "^\\+ " "")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
      ${PROJECT_SOURCE_DIR}/cmake/code_hashes.py ${read})
  endif()
  set(${out} ${hashes} PARENT_SCOPE)
endfunction()

# sptune_read_variants(<operation>): appends to <backend>_sources, <backend>_declarations and
# <backend>_entries for the backends cpu and cuda; without CUDA nothing is added to the latter.
function(sptune_read_variants operation)
  set(dir ${CMAKE_CURRENT_SOURCE_DIR}/${operation})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${dir}/variants.def)
  foreach(backend cpu cuda)
    foreach(of sources names runs declarations entries)
      set(${of}_${backend} "")
    endforeach()
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
    list(APPEND sources_${backend} ${source})
    list(APPEND names_${backend} ${name})
    list(APPEND runs_${backend} ${default_from_runs})
  endforeach()
  foreach(backend cpu cuda)
    sptune_code_hashes(hashes ${sources_${backend}})
    foreach(name hash from_runs IN ZIP_LISTS names_${backend} hashes runs_${backend})
      string(APPEND declarations_${backend} "namespace sptune::${operation}::${name} { Variant ${backend}_variant(); }\n")
      string(APPEND entries_${backend} "  add(${operation}::${name}::${backend}_variant(), \"${hash}\", ${from_runs});\n")
    endforeach()
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
