# Functions of the programs of this folder and of those beside it, which source this file in the root
# of the repository.

# check_needed LIBRARY...: checks that shared libraries and programs need nothing but the C library,
# which has several parts before glibc 2.34.
check_needed() {
    local library needed others
    for library in "$@"; do
        needed=$(LC_ALL=C readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
        [ -n "$needed" ] || { echo "$library: expected a shared library that needs libc" >&2 && return 1; }
        others=$(grep -Ev '^(lib(c|m|dl|pthread|rt|util)|ld-linux.*)\.so\.[0-9]+$' <<<"$needed" || true)
        [ -z "$others" ] || { echo "$library needs" $others >&2 && return 1; }
    done
}

# debian_mirror: prints the mirror of Debian that apt is configured with, which has the packages of
# every version, or says that there is none.
debian_mirror() {
    local mirrors
    mirrors=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null | grep '/debian/*$' || true)
    [ -n "$mirrors" ] || { echo "apt is configured with no mirror of Debian" >&2 && return 1; }
    head -n 1 <<<"$mirrors"
}

# install_target TARGET: installs the standard library of a target by rustup, if it is missing.
install_target() {
    rustup target list --installed | grep -x "$1" >/dev/null || rustup target add "$1"
}

# build_check PROGRAM FEATURE: builds a program that checks how secrets are treated, a member of
# tools/Cargo.toml with parameter sets, and prints its path. All such programs are built alike, so
# that the mechanisms are compiled once for all: for the CPU of this machine, with a C library that
# is linked statically, whose functions are then traced like those of the program.
build_check() {
    local host folder
    host=$(rustc -vV | sed -n 's/^host: //p')
    folder=$(realpath -m "${CARGO_TARGET_DIR:-target}")/checks
    CARGO_TARGET_DIR=$folder RUSTFLAGS="${RUSTFLAGS:-} -Ctarget-feature=+crt-static" \
        cargo build --quiet --release --locked --manifest-path tools/Cargo.toml --target "$host" \
        --package "$1" --no-default-features --features "$2" &&
        echo "$folder/$host/release/$1"
}

# cross TARGET: sets the environment of Cargo so that programs for the target are linked, and run by
# an emulator where this CPU does not run them itself; installs what is missing from Debian and
# rustup. Sets `cargo` to the command, and `emulator` to the program that runs others.
cross() {
    local target=$1 architecture variable
    cargo=cargo
    emulator=
    architecture=${target%%-*}
    variable=CARGO_TARGET_$(tr a-z- A-Z_ <<<"$target")
    case $target in
        aarch64-unknown-linux-gnu | s390x-unknown-linux-gnu)
            [ "$(uname -m)" != "$architecture" ] || return 0
            local debian=${architecture/aarch64/arm64}
            emulator=qemu-$architecture
            tools/support/install-packages "gcc-$architecture-linux-gnu" "libc6-dev-$debian-cross" qemu-user
            # A program's dynamic linker and C library must belong together. Debian's packages of the
            # architecture and its cross packages have different ones, so the cross packages' are used
            # only where there are no others.
            [ -e "/lib/ld-linux-$architecture.so.1" ] || export QEMU_LD_PREFIX=/usr/$architecture-linux-gnu
            export "${variable}_LINKER=$architecture-linux-gnu-gcc" "${variable}_RUNNER=$emulator"
            # The tests of the command line start the program themselves.
            export VECTRU_TEST_RUNNER=$emulator
            # Peers that are built from C.
            export "CC_${target//-/_}=$architecture-linux-gnu-gcc" "AR_${target//-/_}=$architecture-linux-gnu-ar"
            ;;
        i686-unknown-linux-musl)
            # Rust brings the C library and the linker. x86-64 runs such programs, unless its kernel
            # leaves them out.
            export "${variable}_LINKER=rust-lld"
            if [ "$(uname -m)" != x86_64 ]; then
                emulator=qemu-i386
                tools/support/install-packages qemu-user
                export "${variable}_RUNNER=$emulator" VECTRU_TEST_RUNNER=$emulator
            fi
            ;;
        wasm32-wasip1)
            # Rust brings the C library and the linker, and Node the engine and the system
            # interface.
            command -v node >/dev/null || tools/support/install-packages nodejs
            emulator="node --no-warnings --experimental-wasi-unstable-preview1 $PWD/tools/support/wasi.mjs"
            export "${variable}_RUNNER=$emulator"
            ;;
    esac
    rustup target list --installed 2>/dev/null | grep -qx "$target" || rustup target add "$target" 2>/dev/null || {
        # AArch64 alone has another source.
        [ "$target" = aarch64-unknown-linux-gnu ] || {
            echo "cannot run: no standard library for $target"
            exit 77
        }
        tools/support/install-packages rustc-web cargo-web libstd-rust-web-dev:arm64
        cargo=/usr/bin/cargo
        export RUSTC=/usr/bin/rustc RUSTDOC=/usr/bin/rustdoc
    }
}
