# A PostgreSQL of this run's own for the tests that need several connections at once. To be sourced; nothing here fails the run.
#
#   start_postgres   sets and exports IBID_TEST_POSTGRES_URL, or says on one line why there is none
#   stop_postgres    ends it and removes its files; may be called at any time and more than once

postgres_pid=''
postgres_folder=''
# Where Debian puts each version's programs.
postgres_lib=${IBID_CI_POSTGRES_LIB:-/usr/lib/postgresql}

find_postgres() {
  local version
  for version in 15 16 17 18; do
    [ -x "$postgres_lib/$version/bin/initdb" ] && echo "$postgres_lib/$version/bin" && return
  done
  return 1
}

install_postgres() {
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 1
  # Debian would make a cluster on the usual port and start it.
  local settings=/etc/postgresql-common/createcluster.conf
  [ -e "$settings" ] || { mkdir -p "${settings%/*}" && echo 'create_main_cluster = false' >"$settings"; }
  local quiet=(-qq -o=Dpkg::Use-Pty=0 -o=Dpkg::Options::=--force-confold -o=Acquire::Retries=1)
  export DEBIAN_FRONTEND=noninteractive
  timeout 60 apt-get "${quiet[@]}" update >/dev/null 2>&1
  timeout 180 apt-get "${quiet[@]}" install --yes --no-install-recommends postgresql-15 >/dev/null 2>&1 ||
    timeout 180 apt-get "${quiet[@]}" install --yes --no-install-recommends postgresql >/dev/null 2>&1
}

no_postgres() {
  echo "!!! NO POSTGRESQL: $1. What needs several connections at once is skipped." >&2
}

start_postgres() {
  local bin port
  bin=$(find_postgres) || { install_postgres; bin=$(find_postgres); } ||
    { no_postgres 'it is not installed and cannot be had from apt-get'; return 0; }
  postgres_folder=$(mktemp -d /tmp/ibid-ci-postgres.XXXXXX)
  # It refuses to run as root. Should this shell be killed, the kernel stops it.
  local as=(setpriv --pdeathsig INT)
  if [ "$(id -u)" = 0 ]; then
    as+=(--reuid postgres --regid postgres --init-groups)
    chown postgres:postgres "$postgres_folder"
  fi
  if ! "${as[@]}" "$bin/initdb" --pgdata "$postgres_folder/data" --username ibid --auth trust --encoding UTF8 --locale C.UTF-8 \
    --no-sync >"$postgres_folder/log" 2>&1; then
    no_postgres "initdb failed: $(tail -n 1 "$postgres_folder/log")"
    stop_postgres
    return 0
  fi
  for _ in 1 2 3; do
    port=$((20000 + (RANDOM % 20000)))
    "${as[@]}" "$bin/postgres" -D "$postgres_folder/data" -c listen_addresses=127.0.0.1 -c port="$port" \
      -c unix_socket_directories="$postgres_folder" -c fsync=off -c max_connections=200 >>"$postgres_folder/log" 2>&1 &
    postgres_pid=$!
    # A port that is taken ends it.
    while kill -0 "$postgres_pid" 2>/dev/null; do
      if "$bin/pg_isready" --quiet --host "$postgres_folder" --port "$port"; then
        export IBID_TEST_POSTGRES_URL="postgres://ibid@127.0.0.1:$port/postgres"
        echo "PostgreSQL $("$bin/postgres" --version | grep -oE '[0-9.]+' | head -n 1) answers at $IBID_TEST_POSTGRES_URL"
        return 0
      fi
      sleep 0.1
    done
  done
  no_postgres "it does not start: $(tail -n 1 "$postgres_folder/log")"
  stop_postgres
}

stop_postgres() {
  if [ -n "$postgres_pid" ]; then
    # Fast: connections are closed, nothing is waited for. Said again and again, because a server that is just starting does not hear it yet.
    local _
    for _ in {1..50}; do
      kill -INT "$postgres_pid" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL "$postgres_pid" 2>/dev/null
    wait "$postgres_pid" 2>/dev/null
    postgres_pid=''
  fi
  if [ -n "$postgres_folder" ]; then
    rm -rf "$postgres_folder"
    postgres_folder=''
  fi
}
