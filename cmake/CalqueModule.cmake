# For code that is never hot (tests, argument parsing): compiled with less optimisation, which halves its build time.
function(calque_build_quickly TARGET)
  target_compile_options(${TARGET} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# Most of the time of compiling a file goes into the headers of the libraries it includes. With CALQUE_UNITY, the files of a
# target are compiled in batches of CALQUE_UNITY_BATCH, which read those headers once. Names in anonymous namespaces
# must therefore be unique in their module; a batch of 0, the whole target, is the strictest check of that.
function(calque_batch TARGET)
  set_target_properties(${TARGET} PROPERTIES
    UNITY_BUILD ${CALQUE_UNITY} UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE ${CALQUE_UNITY_BATCH})
  if(CALQUE_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # gcc takes every file of a batch for a header, where a class with a member of an anonymous type would be a mistake.
    target_compile_options(${TARGET} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# calque_module(NAME DEPS modules... LIBS libraries...)
# Makes the library calque_NAME from src/NAME (tests left out) and, with CALQUE_TESTS, the test program
# NAME_tests from the *_test.cpp files that stand beside the code.
function(calque_module NAME)
  cmake_parse_arguments(ARG "" "" "DEPS;LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${NAME}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")

  list(TRANSFORM ARG_DEPS PREPEND calque_)
  add_library(calque_${NAME} STATIC ${sources})
  target_link_libraries(calque_${NAME} PUBLIC calque_flags ${ARG_DEPS} ${ARG_LIBS})
  calque_batch(calque_${NAME})

  if(CALQUE_TESTS AND tests)
    add_executable(${NAME}_tests ${tests})
    target_link_libraries(${NAME}_tests PRIVATE calque_${NAME} GTest::gtest GTest::gmock GTest::gtest_main)
    calque_build_quickly(${NAME}_tests)
    calque_batch(${NAME}_tests)
    add_test(NAME ${NAME} COMMAND ${NAME}_tests)
    set_tests_properties(${NAME} PROPERTIES WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  endif()
endfunction()
