# Says whether this version of vectru serves a program that asks for another: an older one, or the
# same, with the same soname.
set(PACKAGE_VERSION "@VERSION@")
set(PACKAGE_VERSION_COMPATIBLE FALSE)
set(PACKAGE_VERSION_EXACT FALSE)
if("${PACKAGE_FIND_VERSION}" VERSION_EQUAL PACKAGE_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
endif()
# Each soname serves the versions that start with its number.
if("${PACKAGE_FIND_VERSION}." MATCHES "^@COMPATIBLE@\\." AND NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
