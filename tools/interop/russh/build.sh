# The functions that the test and the benchmark of russh share. Both source this file in the root of
# the repository, with `work` set to a folder of their own.

# get_russh: copies the packaged crate to $work/russh with the key exchange added, and the program
# to $work/program, with the versions of dependencies that russh was released with.
get_russh() {
    rm -rf "$work/russh" "$work/program"
    mkdir -p "$work"
    cp -r tools/interop/russh/program "$work/program"
    packaged=$(cargo metadata --quiet --format-version 1 --manifest-path "$work/program/Cargo.toml" | python3 -c '
import json, os, sys
packages = json.load(sys.stdin)["packages"]
print(*(os.path.dirname(package["manifest_path"]) for package in packages if package["name"] == "russh"))')
    cp "$packaged/Cargo.lock" "$work/program/Cargo.lock"
    cp -r "$packaged" "$work/russh"
    python3 tools/interop/openssh/change.py tools/interop/russh/changes.toml "$work/russh"
}

# russh_cargo COMMAND [VECTRU]: runs a command of Cargo on the program, with the changed russh and
# the crate `vectru` of a folder, or with russh as it is: build, tree for the names of all packages,
# or clean for $package.
russh_cargo() {
    local manifest=(--manifest-path "$work/program/Cargo.toml") arguments=()
    case $1 in
        build) arguments=(--quiet --release) ;;
        tree) arguments=(--quiet --edges "normal,build" --prefix none) ;;
        clean) arguments=(--quiet --release --package "$package") ;;
    esac
    [ $# = 1 ] || arguments+=(--config "patch.crates-io.russh.path='$work/russh'" --config "patch.crates-io.vectru.path='$2'")
    cargo "$1" "${manifest[@]}" "${arguments[@]}"
}

# build_russh TARGET [VECTRU]: builds the program in a target folder. The warnings are russh's own.
build_russh() {
    CARGO_TARGET_DIR=$1 russh_cargo build "${@:2}" 2>"$work/log" || { cat "$work/log" >&2 && return 1; }
}
