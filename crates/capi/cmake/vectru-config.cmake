# The targets of vectru for find_package(vectru):
#
#   vectru::vectru    the shared library
#   vectru::static    the static library
#
# tools/install-c replaces the words between @. Folders are found from the place of this file, which
# may be behind a link.
get_filename_component(_vectru "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(_vectru_lib "${_vectru}/@LIBDIR@" ABSOLUTE)
get_filename_component(_vectru_include "${_vectru}/@INCLUDEDIR@" ABSOLUTE)

if(NOT TARGET vectru::vectru)
    add_library(vectru::vectru SHARED IMPORTED)
    set_target_properties(vectru::vectru PROPERTIES
        IMPORTED_LOCATION "${_vectru_lib}/libvectru.so.@VERSION@"
        IMPORTED_SONAME "libvectru.so.@COMPATIBLE@"
        INTERFACE_INCLUDE_DIRECTORIES "${_vectru_include}")
    add_library(vectru::static STATIC IMPORTED)
    set_target_properties(vectru::static PROPERTIES
        IMPORTED_LOCATION "${_vectru_lib}/libvectru.a"
        IMPORTED_LINK_INTERFACE_LANGUAGES C
        INTERFACE_INCLUDE_DIRECTORIES "${_vectru_include}"
        INTERFACE_LINK_LIBRARIES "@LIBRARIES@")
endif()

unset(_vectru)
unset(_vectru_lib)
unset(_vectru_include)
