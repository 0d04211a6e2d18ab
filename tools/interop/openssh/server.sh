# The settings and functions that the test and the benchmark of OpenSSH share. Both source this
# file, with `folder` set to a temporary folder.

# The servers run as an ordinary user: this one, or `daemon` where this one is root.
user=$(id -un)
as_user=()
if [ "$(id -u)" = 0 ]; then
    user=daemon
    as_user=(setpriv --reuid=daemon --regid=daemon --clear-groups)
fi

# make_keys SSH_KEYGEN: makes the keys of the server and of the user.
make_keys() {
    local key
    for key in host user; do "$1" -q -t ed25519 -N '' -C "$key" -f "$folder/$key"; done
    chmod 644 "$folder/host.pub" "$folder/user.pub"
    [ "$user" = "$(id -un)" ] || chown "$user" "$folder/host"
}

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
