# cmake -DWEB=... -DFOLDER=... -DOUTPUT=... -DNPM=... -DMODE=AUTO|ON|OFF -P BuildPage.cmake: see CalquePage.cmake.
cmake_minimum_required(VERSION 3.25)

# Runs npm in the copy; sets `failed` if it failed.
function(run_npm)
  execute_process(COMMAND ${NPM} ${ARGN} WORKING_DIRECTORY ${FOLDER}/web RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(status EQUAL 0)
    return()
  endif()
  string(REPLACE ";" " " command "npm ${ARGN}")
  string(SUBSTRING "${said}" 0 1500 said)
  if(MODE STREQUAL ON)
    message(FATAL_ERROR "The web page was not built: ${command} failed:\n${said}")
  endif()
  message(WARNING "The web page was not built, since ${command} failed; everything else works. Mend it and touch web/package.json to try "
                  "again, or configure with -DCALQUE_PAGE=OFF.\n${said}")
  set(failed ON PARENT_SCOPE)
endfunction()

# Builds the page in a copy of web/, so that the sources stay clean; sets `dist` to the folder with the result.
function(build_page)
  file(COPY ${WEB}/src ${WEB}/build ${WEB}/index.html ${WEB}/package.json ${WEB}/package-lock.json ${WEB}/vite.config.ts
            ${WEB}/tsconfig.json ${WEB}/.npmrc DESTINATION ${FOLDER}/web)
  # Packages are installed only when their list has changed.
  file(SHA256 ${WEB}/package-lock.json wanted)
  set(installed "")
  if(EXISTS ${FOLDER}/installed)
    file(READ ${FOLDER}/installed installed)
  endif()
  if(NOT installed STREQUAL wanted)
    run_npm(ci --no-audit --no-fund)
    if(failed)
      return()
    endif()
    file(WRITE ${FOLDER}/installed ${wanted})
  endif()
  # The types are looked at by the tests.
  run_npm(run bundle)
  if(NOT failed)
    set(dist ${FOLDER}/web/dist PARENT_SCOPE)
  endif()
endfunction()

function(write_source)
  set(size 0)
  set(bytes 0)
  set(policy "")
  if(dist)
    file(READ ${dist}/index.html.gz hex HEX)
    string(LENGTH "${hex}" size)
    math(EXPR size "${size} / 2")
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "((0x..,)(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?)" "\\1\n" bytes "${bytes}")
    file(READ ${dist}/csp.txt policy)
    string(STRIP "${policy}" policy)
  endif()
  # A changed time alone would compile it again.
  file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Made by cmake/BuildPage.cmake from web/.
#include "serve/page.h"

namespace calque::serve {
namespace {

const unsigned char kPage[] = {
@bytes@};

}  // namespace

Page built_in_page() {
  return {{reinterpret_cast<const char*>(kPage), @size@}, "@policy@"};
}

}  // namespace calque::serve
]])
endfunction()

set(dist "")
if(NOT MODE STREQUAL OFF AND NPM)
  build_page()
endif()
if(NOT dist AND NOT MODE STREQUAL OFF AND EXISTS ${WEB}/dist/index.html.gz)
  message(STATUS "The web page is the one that stands in ${WEB}/dist")
  set(dist ${WEB}/dist)
endif()
write_source()
file(TOUCH ${OUTPUT})
