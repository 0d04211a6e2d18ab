# Tests the provider between OpenSSL 3.0, whose programs PATH finds, and OpenSSL 3.5 of Debian 13:
# the key files, ciphertexts and handshakes of either with the other, and what 3.5 has besides.
# tools/run test-openssl sources this file in a process of its own:
#
#   (. tools/interop/openssl/between.sh OLD NEW BIN)
#
#   OLD, NEW    the folders of version.sh with 3.0 and with 3.5
#   BIN         the commands of Debian 13
#
# The variables are those of version.sh.

old=$1
new=$2
work=$(dirname "$old")/between
rm -rf "$work"
mkdir -p "$work"
. tools/interop/openssl/common.sh
path=$PATH:/usr/sbin
newer_path=$3:$path

# Lets PATH find the programs of a version.
use() {
    case $1 in
        3.0) PATH=$path ;;
        3.5) PATH=$newer_path ;;
    esac
    case $(openssl version) in "OpenSSL $1."*) ;; *) fail "expected OpenSSL $1, found $(openssl version)" ;; esac
}

step "OpenSSL 3.0 and 3.5: files"
export OPENSSL_CONF=$old/openssl.cnf
cmp "$old/names" "$new/names" || fail "the algorithms differ"
# check_files VERSION FOLDER: a version reads the files in the folder of the other one.
check_files() {
    local set key
    use "$1"
    while read -r set; do
        key=$2/$set
        openssl pkey -in "$key.der" -inform DER | cmp - "$key.pem"
        openssl pkey -in "$key.pem" -outform DER | cmp - "$key.der"
        openssl pkey -in "$key.pem" -pubout | cmp - "$key.pub.pem"
        openssl pkey -pubin -in "$key.pub.pem" -outform DER | cmp - "$key.pub.der"
        openssl pkey -in "$key.enc.pem" -passin pass:secret | cmp - "$key.pem"
        capsule open "$key.pem" "$key.ct" "$work/received"
        cmp "$key.sent" "$work/received"
    done <"$2/sets"
}
check_files 3.0 "$new"
check_files 3.5 "$old"
echo "$(wc -l <"$old/sets") sets: each reads the other's keys and opens its ciphertexts"

step "OpenSSL 3.0 and 3.5: s_server with s_client, nginx with curl"
mapfile -t groups < <(grep '^x25519_' "$old/names")
group=${groups[0]}
for versions in "3.0 3.5" "3.5 3.0"; do
    read -r server client <<<"$versions"
    for name in "${groups[@]}"; do
        for settings in openssl pool; do
            export OPENSSL_CONF=$old/$settings.cnf
            use "$server"
            serve "$name"
            use "$client"
            connect "$name" || { cat "$work/s_client"; fail "$name: no handshake of $client with $server"; }
            connect "X25519:$name" || fail "$name: no second handshake of $client with $server"
            refused connect X25519
            stop
        done
    done
    use "$server"
    start_nginx "$group:X25519"
    use "$client"
    page=$(fetch "$group")
    [ "$page" = "TLSv1.3 0xfe61" ] || fail "curl with $client, nginx with $server: $page"
    stop
    echo "server $server, client $client: ${groups[*]}; nginx and curl"
done

step "OpenSSL 3.5: its own groups beside the provider's"
export OPENSSL_CONF=$old/openssl.cnf
use 3.5
for name in "${groups[@]}"; do
    openssl list -tls-groups -tls1_3 | tr ':' '\n' | grep -qxF "$name" || fail "$name is not in the list of groups"
done
# expect GROUP SERVER CLIENT: checks what a server and a client with these groups agree on. OpenSSL
# prints X25519 as a temporary key.
expect() {
    serve "$2"
    connect "$3" || { cat "$work/s_client"; fail "no handshake of \"$3\" with \"$2\""; }
    stop
    grep -Eq "(Negotiated TLS1.3 group|Peer Temp Key): $1(,|$)" "$work/s_client" ||
        { cat "$work/s_client"; fail "expected $1 of \"$3\" with \"$2\""; }
    echo "$1: server \"${2:-default}\", client \"${3:-default}\""
}
expect X25519MLKEM768 "" ""
preferred="*$group/DEFAULT"
expect "$group" "$preferred" "$preferred"
expect "$group" "$preferred" "$group:X25519"
expect "$group" "$group:X25519" "$preferred"
expect X25519MLKEM768 "$preferred" ""
expect X25519MLKEM768 "" "$preferred"
# Without a mark of its own the group gets no key share, and the server takes one that it has.
expect X25519MLKEM768 "$group:DEFAULT" "$group:DEFAULT"
start_nginx "$preferred"
page=$(fetch "$preferred")
[ "$page" = "TLSv1.3 0xfe61" ] || fail "nginx and curl with \"$preferred\": $page"
stop
echo "$group: nginx and curl with \"$preferred\""
# A server of 3.0 takes the first key share that it knows.
use 3.0
serve "$group:X25519"
use 3.5
connect "$preferred" || { cat "$work/s_client"; fail "no handshake of \"$preferred\" with a server of 3.0"; }
stop
grep -q "Negotiated TLS1.3 group: $group" "$work/s_client" || { cat "$work/s_client"; fail "a server of 3.0"; }
