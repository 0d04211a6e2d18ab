# The functions that the tests of the provider share, which source this file with `work` set to
# their folder. A test runs the programs that PATH finds: `openssl`, `nginx` and `curl` of one
# version of Debian or of another, and this folder's programs with the same libraries.

running=()
stop() {
    for process in "${running[@]}"; do kill "$process" 2>/dev/null && wait "$process" 2>/dev/null || true; done
    running=()
}
trap stop EXIT

step() { printf -- '-- %s\n' "$*"; }
fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}
# Runs a command that must fail.
refused() {
    if "$@" >"$work/refused" 2>&1; then fail "accepted: $*"; fi
}

# Waits until a log has a line, and prints what a sed expression makes of it. The log is emptied
# before its program starts, so that the line is not that of the last one.
wait_for() {
    for _ in $(seq 100); do
        found=$(sed -n "$2" "$1")
        if [ -n "$found" ]; then
            head -n 1 <<<"$found"
            return
        fi
        sleep 0.1
    done
    cat "$1" >&2
    fail "no line $2"
}

# Writes a configuration with the provider `module` and further lines of its section.
configuration() {
    cat <<END
openssl_conf = init
[init]
providers = providers
[providers]
default = default_section
vectru = vectru_section
[default_section]
activate = 1
[vectru_section]
module = $module
activate = 1
$*
END
}

# serve GROUPS: starts s_server with `certificate` on a free `port`. No groups: the default ones.
serve() {
    : >"$work/s_server"
    openssl s_server -accept 127.0.0.1:0 -cert "$certificate" -key "$certificate.key" ${1:+-groups "$1"} -tls1_3 \
        -www >"$work/s_server" 2>&1 &
    running+=($!)
    port=$(wait_for "$work/s_server" 's/^ACCEPT 127.0.0.1:\([0-9]*\)$/\1/p')
}

# connect GROUPS: makes a handshake with the server; its log is $work/s_client.
connect() {
    openssl s_client -connect "127.0.0.1:$port" -CAfile "$certificate" -verify_return_error -tls1_3 \
        ${1:+-groups "$1"} -brief </dev/null >"$work/s_client" 2>&1
}

# fetch GROUPS: prints the page of the server.
fetch() {
    curl --silent --show-error --cacert "$certificate" --curves "$1" "https://localhost:$port/" \
        --resolve "localhost:$port:127.0.0.1"
}

# start_nginx GROUPS: starts nginx with `certificate` on a free `port`. Its page names the group.
start_nginx() {
    mkdir -p "$work/nginx"
    # A free port: that of a listener which has just gone, another one if somebody took it.
    for _ in 1 2 3 4 5; do
        serve "$1"
        stop
        cat >"$work/nginx/nginx.conf" <<END
user $(id -un);
worker_processes 2;
daemon off;
pid $work/nginx/pid;
error_log $work/nginx/error.log info;
events {}
http {
    access_log off;
    client_body_temp_path $work/nginx/body;
    proxy_temp_path $work/nginx/proxy;
    fastcgi_temp_path $work/nginx/fastcgi;
    uwsgi_temp_path $work/nginx/uwsgi;
    scgi_temp_path $work/nginx/scgi;
    server {
        listen 127.0.0.1:$port ssl;
        server_name localhost;
        ssl_certificate $certificate;
        ssl_certificate_key $certificate.key;
        ssl_protocols TLSv1.3;
        ssl_ecdh_curve $1;
        location / { return 200 "\$ssl_protocol \$ssl_curve\n"; }
    }
}
END
        nginx -e "$work/nginx/error.log" -p "$work/nginx" -c "$work/nginx/nginx.conf" 2>"$work/nginx/start.log" &
        running+=($!)
        for _ in $(seq 50); do
            fetch X25519 >"$work/nginx/page" 2>/dev/null && return
            kill -0 "${running[-1]}" 2>/dev/null || break
            sleep 0.1
        done
        stop
    done
    cat "$work/nginx/start.log" "$work/nginx/error.log" >&2
    fail "nginx does not serve"
}
