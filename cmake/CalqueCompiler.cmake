# What every target is compiled with. Portable by default: no flag here asks for more than baseline x86-64 or arm64.

add_library(calque_flags INTERFACE)
target_include_directories(calque_flags INTERFACE ${CMAKE_SOURCE_DIR}/include ${CMAKE_SOURCE_DIR}/src)
target_compile_options(calque_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 warns about its own std::string (PR 105651).
  target_compile_options(calque_flags INTERFACE -Wno-restrict -Wno-stringop-overflow)
  # gcc collects its garbage whenever it holds 128 MB, most of which is precompiled headers: a tenth of the time of a build.
  # No file of this project needs a gigabyte.
  target_compile_options(calque_flags INTERFACE "SHELL:--param ggc-min-heapsize=1000000")
endif()

# The modules go into a shared library as well, which shows only what include/calque/export.h marks. Programs get the same
# flags, so that all can share precompiled headers.
target_compile_options(calque_flags INTERFACE -fPIC -fvisibility=hidden -fvisibility-inlines-hidden)

if(CALQUE_NATIVE)
  target_compile_options(calque_flags INTERFACE -march=native)
endif()

# A fused multiply-add rounds once where two instructions round twice; contraction would make results depend on the CPU.
target_compile_options(calque_flags INTERFACE -ffp-contract=off)

if(CALQUE_SANITIZE STREQUAL "address")
  target_compile_options(calque_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(calque_flags INTERFACE -fsanitize=address,undefined)
elseif(CALQUE_SANITIZE STREQUAL "thread")
  target_compile_options(calque_flags INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(calque_flags INTERFACE -fsanitize=thread)
elseif(NOT CALQUE_SANITIZE STREQUAL "")
  message(FATAL_ERROR "CALQUE_SANITIZE is '${CALQUE_SANITIZE}': use address or thread, or leave it empty")
endif()

if(CALQUE_FUZZ)
  target_compile_options(calque_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

find_program(CALQUE_CCACHE ccache)
if(CALQUE_CCACHE)
  # The first is what ccache asks for before it keeps files that were compiled with precompiled headers. With the second it
  # remembers the hash of a precompiled header by the file's times, in place of reading its hundred megabytes again for every
  # file, which takes 0.14 CPU s.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime CCACHE_INODECACHE=true ${CALQUE_CCACHE})
endif()
