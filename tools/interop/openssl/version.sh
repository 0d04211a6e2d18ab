# Tests the provider with one version of OpenSSL, that of the programs in PATH: keys on the command
# line and in a program, s_server with s_client, nginx with curl and with rustls, a pool with forks,
# many handshakes on many threads. tools/run test-openssl sources this file in a process of its own:
#
#   (. tools/interop/openssl/version.sh FOLDER HANDSHAKES)
#
#   FOLDER        for files, of which the tests between versions take some: the keys, `names` with
#                 the algorithms and `sets` with those that have key files
#   HANDSHAKES    on 8 threads
#
# `module` is the provider, `certificate` a certificate of localhost with its key, `examples` the
# folder of the programs with rustls.

work=$1
handshakes=$2
threads=8
PATH=$PATH:/usr/sbin
rm -rf "$work"
mkdir -p "$work"
. tools/interop/openssl/common.sh
configuration >"$work/openssl.cnf"
configuration "pool = 32" >"$work/pool.cnf"
configuration "pool = many" >"$work/wrong.cnf"
configuration "pool-seconds = 0" >"$work/wrong-seconds.cnf"
export OPENSSL_CONF=$work/openssl.cnf

step "$(openssl version)"
openssl list -providers | grep -A2 '^  vectru' | tail -2
refused env OPENSSL_CONF="$work/wrong.cnf" openssl list -providers -provider vectru
refused env OPENSSL_CONF="$work/wrong-seconds.cnf" openssl list -providers -provider vectru
mapfile -t algorithms < <(openssl list -kem-algorithms -provider vectru | sed -n 's/.*{ \(.*\) } @ vectru/\1/p; s/^  \([^{]*\) @ vectru/\1/p')
names=()
sets=()
for algorithm in "${algorithms[@]}"; do
    case $algorithm in
        *,*)
            # An object identifier and a name, in any order.
            name=$(tr ',' '\n' <<<"$algorithm" | tr -d ' ' | grep '^[a-z]')
            sets+=("$name")
            ;;
        *) name=$algorithm ;;
    esac
    names+=("$name")
done
echo "${#names[@]} algorithms: ${names[*]}"
[ ${#names[@]} -ge 2 ] || fail "too few algorithms"
printf '%s\n' "${names[@]}" >"$work/names"
printf '%s\n' "${sets[@]}" >"$work/sets"

step "keys in a program"
keys "${names[@]}"
OPENSSL_CONF=$work/pool.cnf keys "${names[@]}"

step "keys on the command line"
# OpenSSL 3.0 has no such options.
encap=$(openssl pkeyutl -help 2>&1 | grep -o -e '-encap' || true)
for set in "${sets[@]}"; do
    key=$work/$set
    openssl genpkey -algorithm "$set" -out "$key.pem"
    openssl pkey -in "$key.pem" -pubout -out "$key.pub.pem"
    openssl pkey -in "$key.pem" -outform DER -out "$key.der"
    openssl pkey -in "$key.der" -inform DER | cmp - "$key.pem"
    openssl pkey -pubin -in "$key.pub.pem" -outform DER -out "$key.pub.der"
    openssl pkey -pubin -in "$key.pub.der" -inform DER | cmp - "$key.pub.pem"
    openssl pkey -in "$key.pem" -check -noout >/dev/null
    openssl pkey -pubin -in "$key.pub.pem" -text -noout | grep "^$set Public-Key: (" >/dev/null
    openssl pkey -in "$key.pem" -text -noout | grep '^priv:$' >/dev/null
    openssl asn1parse -in "$key.pub.pem" | grep 'OBJECT *:1.3.6.1.4.1.22554.5' >/dev/null
    capsule seal "$key.pub.pem" "$key.ct" "$key.sent"
    capsule open "$key.pem" "$key.ct" "$key.received"
    cmp "$key.sent" "$key.received"
    if [ -n "$encap" ]; then
        openssl pkeyutl -decap -inkey "$key.pem" -in "$key.ct" -secret "$key.received"
        cmp "$key.sent" "$key.received"
        openssl pkeyutl -encap -pubin -inkey "$key.pub.pem" -out "$key.ct" -secret "$key.sent"
        capsule open "$key.pem" "$key.ct" "$key.received"
        cmp "$key.sent" "$key.received"
        refused openssl pkeyutl -decap -inkey "$key.pem" -in "$key.der" -secret "$key.received"
    fi
    # Encrypted: by OpenSSL itself, and never in the clear where encryption is asked for.
    openssl pkcs8 -topk8 -in "$key.pem" -out "$key.enc.pem" -v2 aes-256-cbc -passout pass:secret
    grep -q 'BEGIN ENCRYPTED PRIVATE KEY' "$key.enc.pem"
    openssl pkey -in "$key.enc.pem" -passin pass:secret | cmp - "$key.pem"
    refused openssl pkey -in "$key.enc.pem" -passin pass:wrong
    # A file that is cut off, or another kind of key.
    head -c 500 "$key.der" >"$key.cut"
    refused openssl pkey -in "$key.cut" -inform DER
    refused openssl pkey -in "$key.pub.pem"
done
encrypted=$work/${sets[0]}.direct.pem
if openssl genpkey -algorithm "${sets[0]}" -aes-256-cbc -pass pass:secret -out "$encrypted" 2>/dev/null; then
    grep -q 'BEGIN ENCRYPTED PRIVATE KEY' "$encrypted" || fail "a key in the clear where encryption was asked for"
fi
openssl pkey -in "$work/${sets[0]}.pem" -text_pub -noout | sed -n '1,3p'
echo "${#sets[@]} sets: generated, written and read as PEM and DER, printed, encrypted, used" \
    "in a program${encap:+ and by pkeyutl -encap and -decap}"

refused openssl genpkey -propquery fips=yes -algorithm "${sets[0]}" -out "$work/approved.pem"

step "s_server and s_client"
mapfile -t groups < <(grep '^x25519_' "$work/names")
for group in "${groups[@]}"; do
    serve "$group"
    connect "$group" || { cat "$work/s_client"; fail "no handshake with $group"; }
    connect "X25519:$group" || fail "no second handshake with $group"
    refused connect X25519
    grep -q 'tls.* alert handshake failure\|sslv3 alert handshake failure' "$work/s_client" ||
        { cat "$work/s_client"; fail "the client's message"; }
    grep -q 'no suitable key share' "$work/s_server" || { cat "$work/s_server"; fail "the server's message"; }
    stop
    echo "$group: agreed on; a client that lacks it is refused"
done
group=${groups[0]}

step "nginx and curl"
start_nginx "$group:X25519"
[ "$(fetch X25519)" = "TLSv1.3 X25519" ] || fail "X25519: $(fetch X25519)"
page=$(fetch "$group")
[ "$page" = "TLSv1.3 0xfe61" ] || fail "the page over $group: $page"
[ "$(fetch "$group:X25519")" = "$page" ] || fail "the server's first choice"
[ "$(OPENSSL_CONF=$work/pool.cnf fetch "$group")" = "$page" ] || fail "a client with a pool"
refused fetch P-256
grep -q 'SSL_do_handshake() failed' "$work/nginx/error.log" || fail "the message of nginx: $(cat "$work/nginx/error.log")"
rustls() { "$examples/client" "127.0.0.1:$port" localhost "$certificate" "$@" 2>"$work/rustls" | tail -n 1; }
[ "$(rustls "$group")" = "$page" ] || fail "rustls to nginx: $(rustls "$group"; cat "$work/rustls")"
grep -qx "$group" "$work/rustls" || fail "the group of rustls: $(cat "$work/rustls")"
[ "$(rustls)" = "$page" ] || fail "rustls to nginx with all its groups"
stop
: >"$work/server"
"$examples/server" 127.0.0.1:0 "$certificate" "$certificate.key" "$group" >"$work/server" 2>&1 &
running+=($!)
port=$(wait_for "$work/server" 's/^listening on 127.0.0.1:\([0-9]*\)$/\1/p')
fetch "$group" | grep -q "$group" || fail "curl to rustls"
stop
echo "rustls: agreed with nginx as the client, with curl as the server"
echo "nginx $(nginx -v 2>&1 | sed 's/.*nginx.//') served curl $(curl --version | sed -n '1s/curl \([^ ]*\).*/\1/p'): $page"

step "pool and fork"
for name in "${names[@]}"; do
    echo "$name: $(OPENSSL_CONF=$work/pool.cnf fork "$name")"
done

step "handshakes on $threads threads"
handshakes many "$group" "$threads" "$handshakes" "$certificate" "$certificate.key"
OPENSSL_CONF=$work/pool.cnf handshakes many "$group" "$threads" "$handshakes" "$certificate" "$certificate.key"
