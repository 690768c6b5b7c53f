# What `cmake --install` puts in place: the program, the library, its headers, and how other builds find
# them (pkg-config and CMake).
include(CMakePackageConfigHelpers)

install(TARGETS path1)
install(TARGETS libpath1 EXPORT path1-targets)
foreach(UNIT ${PATH1_UNITS})
  install(DIRECTORY ${UNIT}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()

# A static library hands its own needs on to whoever links it.
if(BUILD_SHARED_LIBS)
  set(PATH1_PC_NEEDS "Requires.private: libzstd liblzma libxxhash\nLibs.private: -lm")
  set(PATH1_PC_LIBS "-lpath1")
else()
  set(PATH1_PC_NEEDS "Requires: libzstd liblzma libxxhash")
  set(PATH1_PC_LIBS "-lpath1 -lm")
endif()
# The file finds its prefix from where it lies, wherever that is.
file(RELATIVE_PATH PATH1_PC_UP /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/path1.pc.in path1.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/path1.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(PATH1_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/path1)
install(
  EXPORT path1-targets
  NAMESPACE path1::
  DESTINATION ${PATH1_CMAKE_DIR})
configure_package_config_file(cmake/path1-config.cmake.in path1-config.cmake
                              INSTALL_DESTINATION ${PATH1_CMAKE_DIR})
write_basic_package_version_file(path1-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/path1-config.cmake ${PROJECT_BINARY_DIR}/path1-config-version.cmake
        DESTINATION ${PATH1_CMAKE_DIR})
