# The settings and functions that the tests with OpenSSH share. They source this file, with `folder`
# set to a temporary folder and `servers` to an array of processes.

# Both names of the key exchange.
names=(sntrup761x25519-sha512 sntrup761x25519-sha512@openssh.com)

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

# start_sshd: starts the server of get_openssh on a free `port`, for both names of the key exchange.
start_sshd() {
    port=$(free_port)
    configuration "$port" "UsePAM no" "KexAlgorithms ${names[0]},${names[1]}" >"$folder/configuration"
    LD_LIBRARY_PATH=$library "${as_user[@]}" "$folder/usr/sbin/sshd" -D -e -f "$folder/configuration" 2>"$folder/log" &
    servers+=($!)
    for _ in {1..50}; do
        ! grep -q "Server listening" "$folder/log" || return 0
        kill -0 "${servers[-1]}" || break
        sleep 0.1
    done
    echo "the server does not start" >&2
    return 1
}

# get_source PACKAGE: extracts Debian's source of a package to `folder`, by its file sources.list.
get_source() (
    cd "$folder"
    mkdir -p lists/partial parts
    options=(-o Dir::Etc::sourcelist="$PWD/sources.list" -o Dir::Etc::sourceparts="$PWD/parts"
        -o Dir::State::lists="$PWD/lists" -o APT::Sandbox::User=root)
    apt-get "${options[@]}" update -qq
    apt-get "${options[@]}" source -qq --download-only "$1"
    rm -rf lists
    dpkg-source --extract "$1"_*.dsc "$1" >/dev/null
)
