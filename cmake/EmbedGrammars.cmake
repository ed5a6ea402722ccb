# cmake -DFOLDER=... -DOUTPUT=... -P EmbedGrammars.cmake: writes the *.grammar files of FOLDER as the function
# built_in_grammars of src/phrasebook/grammar.h, so that the program needs no files beside it.
cmake_minimum_required(VERSION 3.25)
file(GLOB files ${FOLDER}/*.grammar)
list(SORT files)
set(arrays "")
set(rows "")
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  string(MAKE_C_IDENTIFIER k_${name} array)
  file(READ ${file} hex HEX)
  string(LENGTH "${hex}" size)
  math(EXPR size "${size} / 2")
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  string(REGEX REPLACE "((0x..,)(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?(0x..,)?)" "\\1\n" bytes "${bytes}")
  string(APPEND arrays "const unsigned char ${array}[] = {\n${bytes}0};\n")
  string(APPEND rows "      {\"${name}\", {reinterpret_cast<const char*>(${array}), ${size}}},\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// Made by cmake/EmbedGrammars.cmake from src/phrasebook/grammars.
#include "phrasebook/grammar.h"

namespace calque::phrasebook {
namespace {

@arrays@
}  // namespace

std::vector<NamedText> built_in_grammars() {
  return {
@rows@  };
}

}  // namespace calque::phrasebook
]])
file(TOUCH ${OUTPUT})
