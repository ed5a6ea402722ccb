# For code that is never hot (tests, argument parsing, pages): compiled with less optimisation, which halves its build time.
function(calque_build_quickly TARGET)
  target_compile_options(${TARGET} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# For loops over flat arrays (line searches, learners): worth the compiler's vectoriser.
function(calque_build_for_loops TARGET)
  target_compile_options(${TARGET} PRIVATE $<$<CONFIG:Release>:-O3>)
endfunction()

# Most of the time of compiling a file goes into the headers of the libraries it includes, so these are compiled once for each
# kind of target. A kind is a list of headers and one level of optimisation: gcc may crash on headers compiled with
# another. Every file includes what it uses all the same; CALQUE_PCH=OFF is the proof of it.
set(calque_library_headers
  <algorithm> <array> <bit> <cmath> <cstddef> <cstdint> <cstring> <filesystem> <functional> <limits> <map> <memory> <numeric>
  <optional> <set> <span> <string> <string_view> <utility> <vector> <fmt/format.h> <tsl/robin_map.h>)
set(calque_loops_headers ${calque_library_headers})
set(calque_json_headers ${calque_library_headers} <nlohmann/json.hpp>)
set(calque_app_headers ${calque_library_headers} <nlohmann/json.hpp>)
set(calque_test_headers ${calque_library_headers} <fstream> <gtest/gtest.h> <gmock/gmock.h>)

# calque_precompile(TARGET KIND): compiles TARGET with the headers of its kind. The first target of a kind brings a target
# calque_KIND_headers into being, which owns them.
function(calque_precompile TARGET KIND)
  if(NOT CALQUE_PCH)
    return()
  endif()
  set(owner calque_${KIND}_headers)
  if(NOT TARGET ${owner})
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${owner}.cpp CONTENT "")
    add_library(${owner} OBJECT ${CMAKE_BINARY_DIR}/${owner}.cpp)
    target_link_libraries(${owner} PRIVATE calque_flags fmt::fmt tsl::robin_map nlohmann_json::nlohmann_json)
    if(KIND STREQUAL test)
      target_link_libraries(${owner} PRIVATE GTest::gmock)
    endif()
    if(KIND MATCHES "app|json|test")
      calque_build_quickly(${owner})
    endif()
    if(KIND MATCHES "app|test")
      # These headers are for programs, which are compiled with -fPIE where libraries are with -fPIC.
      set_target_properties(${owner} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${owner} PRIVATE -fPIE)
    endif()
    if(KIND STREQUAL loops)
      calque_build_for_loops(${owner})
    endif()
    target_precompile_headers(${owner} PRIVATE ${calque_${KIND}_headers})
  endif()
  target_precompile_headers(${TARGET} REUSE_FROM ${owner})
endfunction()

# calque_test(NAME COMMAND...): a test that runs in the root of the sources and keeps its temporary files in the build folder,
# so that tests of several build folders may run at once.
function(calque_test NAME)
  add_test(NAME ${NAME} COMMAND ${ARGN})
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/scratch)
  set_tests_properties(${NAME} PROPERTIES
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    ENVIRONMENT "CALQUE=${CMAKE_BINARY_DIR}/calque;TMPDIR=${CMAKE_BINARY_DIR}/scratch")
endfunction()

# calque_module(NAME [LOOPS | QUICKLY] DEPS modules... LIBS libraries...)
# Makes the library calque_NAME from src/NAME (tests left out) and, with CALQUE_TESTS, the test program
# NAME_tests from the *_test.cpp files that stand beside the code. LOOPS: see calque_build_for_loops. QUICKLY: see
# calque_build_quickly; for modules that only say what others shall do, most of them in JSON.
function(calque_module NAME)
  cmake_parse_arguments(ARG "LOOPS;QUICKLY" "" "DEPS;LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${NAME}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")

  add_library(calque_${NAME} STATIC ${sources})
  list(TRANSFORM ARG_DEPS PREPEND calque_)
  target_link_libraries(calque_${NAME} PUBLIC calque_flags ${ARG_DEPS} ${ARG_LIBS})
  if(ARG_LOOPS)
    calque_build_for_loops(calque_${NAME})
    calque_precompile(calque_${NAME} loops)
  elseif(ARG_QUICKLY)
    calque_build_quickly(calque_${NAME})
    calque_precompile(calque_${NAME} json)
  else()
    calque_precompile(calque_${NAME} library)
  endif()

  if(CALQUE_TESTS AND tests)
    add_executable(${NAME}_tests ${tests})
    target_link_libraries(${NAME}_tests PRIVATE calque_${NAME} GTest::gtest GTest::gmock GTest::gtest_main)
    calque_build_quickly(${NAME}_tests)
    calque_precompile(${NAME}_tests test)
    # Tests are compiled several files at a time: most of their time goes into matchers and containers that all of them
    # instantiate. The library is not: an edit of it should compile one file.
    if(CALQUE_TEST_BATCH GREATER 1)
      # As few batches as there can be, all of about one size.
      list(LENGTH tests files)
      math(EXPR batches "(${files} + ${CALQUE_TEST_BATCH} - 1) / ${CALQUE_TEST_BATCH}")
      math(EXPR batch "(${files} + ${batches} - 1) / ${batches}")
      set_target_properties(${NAME}_tests PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${batch})
    endif()
    calque_test(${NAME} ${NAME}_tests)
  endif()
endfunction()
