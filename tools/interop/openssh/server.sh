# The settings and functions that the tests and the benchmark with OpenSSH share. They source this
# file, with `folder` set to a temporary folder.

# The servers run as an ordinary user: this one, or `daemon` where this one is root.
user=$(id -un)
as_user=()
if [ "$(id -u)" = 0 ]; then
    user=daemon
    as_user=(setpriv --reuid=daemon --regid=daemon --clear-groups)
fi

# get_openssh: unpacks OpenSSH's client and server of this version of Debian into `folder`, and sets
# `library` to the folder of a library that the server needs.
get_openssh() {
    local packages=(openssh-server openssh-client libwrap0) root=()
    (
        cd "$folder"
        apt-get download -qq "${packages[@]}" 2>/dev/null || {
            [ "$(id -u)" = 0 ] || root=(sudo)
            "${root[@]}" apt-get update -qq
            apt-get download -qq "${packages[@]}"
        }
        for package in *.deb; do dpkg -x "$package" .; done
    )
    library=$(dirname "$(find "$folder" -name 'libwrap.so.0')")
}

# make_keys SSH_KEYGEN: makes the keys of the server and of the user.
make_keys() {
    local key
    for key in host user; do "$1" -q -t ed25519 -N '' -C "$key" -f "$folder/$key"; done
    chmod 644 "$folder/host.pub" "$folder/user.pub"
    [ "$user" = "$(id -un)" ] || chown "$user" "$folder/host"
}

# free_port: prints a port that no program listens on.
free_port() { python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# configuration PORT [LINE...]: prints the configuration of a server.
configuration() {
    cat <<EOF
Port $1
ListenAddress 127.0.0.1
HostKey $folder/host
AuthorizedKeysFile $folder/user.pub
PidFile none
StrictModes no
PasswordAuthentication no
Subsystem sftp internal-sftp
EOF
    shift
    [ $# = 0 ] || printf '%s\n' "$@"
}
