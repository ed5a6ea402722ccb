# The public library: all modules but the phrasebook in one shared and one static library, of which programs see the
# classes of include/calque and nothing else. Installed with a CMake package (find_package(Calque), Calque::calque, and
# Calque::calque_static with COMPONENTS static) and a pkg-config file.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(library_modules base store text learn align phrase lm metrics documents reorder block kernel decode tune report pipeline library)
set(library_objects)
foreach(module ${library_modules})
  list(APPEND library_objects $<TARGET_OBJECTS:calque_${module}>)
endforeach()
set(library_dependencies fmt::fmt Threads::Threads ZLIB::ZLIB PkgConfig::ZSTD PkgConfig::XXHASH ICU::i18n ICU::uc EXPAT::EXPAT
    ${CALQUE_STEMMER})

add_library(calque_shared SHARED ${library_objects})
add_library(calque_static STATIC ${library_objects})
add_library(Calque::calque ALIAS calque_shared)
add_library(Calque::calque_static ALIAS calque_static)
set_target_properties(calque_shared PROPERTIES EXPORT_NAME calque VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    LINK_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/calque.map)
target_link_options(calque_shared PRIVATE -Wl,--version-script=${CMAKE_CURRENT_LIST_DIR}/calque.map -Wl,--no-undefined
                                          $<TARGET_PROPERTY:calque_flags,INTERFACE_LINK_OPTIONS>)
foreach(target calque_shared calque_static)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME calque LINKER_LANGUAGE CXX)
  target_compile_features(${target} INTERFACE cxx_std_20)
  target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>
                                                 $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PRIVATE ${library_dependencies})
endforeach()

install(TARGETS calque)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/calque DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS calque_shared EXPORT CalqueTargets)
install(TARGETS calque_static EXPORT CalqueStaticTargets)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Calque)
install(EXPORT CalqueTargets NAMESPACE Calque:: DESTINATION ${package_folder})
install(EXPORT CalqueStaticTargets NAMESPACE Calque:: DESTINATION ${package_folder})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/CalqueConfig.cmake.in ${CMAKE_BINARY_DIR}/CalqueConfig.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/CalqueConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(${CMAKE_CURRENT_LIST_DIR}/calque.pc.in ${CMAKE_BINARY_DIR}/calque.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/CalqueConfig.cmake ${CMAKE_BINARY_DIR}/CalqueConfigVersion.cmake DESTINATION ${package_folder})
install(FILES ${CMAKE_BINARY_DIR}/calque.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
