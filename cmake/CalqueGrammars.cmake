# calque_embed_grammars(TARGET) compiles the grammars of src/phrasebook/grammars into TARGET.
function(calque_embed_grammars TARGET)
  set(folder ${CMAKE_SOURCE_DIR}/src/phrasebook/grammars)
  set(output ${CMAKE_BINARY_DIR}/grammars/grammars.cpp)
  set(script ${CMAKE_SOURCE_DIR}/cmake/EmbedGrammars.cmake)
  file(GLOB grammars CONFIGURE_DEPENDS ${folder}/*.grammar)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DOUTPUT=${output} -P ${script}
    DEPENDS ${grammars} ${script}
    COMMENT "Embedding the grammars"
    VERBATIM)
  target_sources(${TARGET} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endfunction()
