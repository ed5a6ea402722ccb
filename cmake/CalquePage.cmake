# The web page of `calque serve`: built from web/ by npm, and compiled into the program.
#
# calque_add_page(TARGET) gives TARGET the function of src/serve/page.h. With npm the page is built in a copy of web/ in the build folder,
# and again when a file of web/ changes. Where npm is missing or fails, a page that is already there (web/dist, as source packages have it) is taken,
# and without that the program has no page.
set(CALQUE_PAGE AUTO CACHE STRING "The web page of the service: AUTO builds it if npm can, ON fails if not, OFF leaves it out")
set_property(CACHE CALQUE_PAGE PROPERTY STRINGS AUTO ON OFF)
find_program(CALQUE_NPM npm)

function(calque_add_page TARGET)
  set(web ${CMAKE_SOURCE_DIR}/web)
  set(output ${CMAKE_BINARY_DIR}/page/page.cpp)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/* ${web}/build/*)
  list(APPEND sources ${web}/index.html ${web}/package.json ${web}/package-lock.json ${web}/vite.config.ts ${web}/tsconfig.json)
  if(CALQUE_PAGE STREQUAL ON AND NOT CALQUE_NPM)
    message(FATAL_ERROR "CALQUE_PAGE is ON and there is no npm: install nodejs and npm, or set CALQUE_PAGE to AUTO")
  endif()
  set(script ${CMAKE_SOURCE_DIR}/cmake/BuildPage.cmake)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DWEB=${web} -DFOLDER=${CMAKE_BINARY_DIR}/page -DOUTPUT=${output} -DNPM=${CALQUE_NPM} -DMODE=${CALQUE_PAGE}
            -P ${script}
    DEPENDS ${sources} ${script}
    COMMENT "Building the web page"
    VERBATIM)
  target_sources(${TARGET} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
