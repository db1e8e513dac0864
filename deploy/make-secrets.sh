#!/usr/bin/env bash
# Creates the secrets that compose.yaml mounts, and the folder of the erasure log. Run it as the user who runs docker
# compose, before the first start and after an upgrade: it writes only the files that are missing.
# Keep a copy of secrets/ in a safe place, apart from the database backups: without keepsake_secret a backup cannot be used.
set -euo pipefail
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets erasures
wrote=() kept=()
random() { head -c 32 /dev/urandom | base64 | tr -d '+/=\n'; }
# Writes the output of a command into the file, unless the file already has something in it.
keep_or_write() {
  local file=secrets/$1
  shift
  if [ -s "$file" ]; then
    kept+=("$file")
  else
    "$@" > "$file.new"
    mv "$file.new" "$file"
    wrote+=("$file")
  fi
}
# A password and the URL that contains it fit together, whichever of the two is there.
password_of() {
  if [ -s "secrets/$1_database_url" ]; then
    sed -E 's#^[a-z]+://[^:]*:([^@]*)@.*#\1#' "secrets/$1_database_url" | tr -d '\n'
  else
    random
  fi
}
url_of() { printf 'postgres://keepsake_%s:%s@postgres:5432/keepsake' "$1" "$(cat "secrets/${1%_login}_password")"; }

keep_or_write postgres_password random
for login in owner api_login worker_login; do
  name=${login%_login}
  keep_or_write "${name}_password" password_of "$name"
  keep_or_write "${name}_database_url" url_of "$login"
done
keep_or_write keepsake_secret random

# The containers run as the user who may read these files: the one in .env, or else you, or user 1000 if you are root.
setting() { sed -n "s/^$1=//p" .env 2> /dev/null | grep . || echo 1000; }
chmod 700 secrets erasures
find secrets -type f -exec chmod 600 {} +
if [ "$(id -u)" = 0 ]; then
  chown -R "$(setting KEEPSAKE_UID):$(setting KEEPSAKE_GID)" secrets erasures
elif ! grep -qs '^KEEPSAKE_UID=' .env; then
  if [ -n "$(tail -c 1 .env 2> /dev/null)" ]; then echo >> .env; fi
  printf 'KEEPSAKE_UID=%s\nKEEPSAKE_GID=%s\n' "$(id -u)" "$(id -g)" >> .env
fi

if [ ${#kept[@]} -gt 0 ]; then echo "Kept: ${kept[*]}"; fi
if [ ${#wrote[@]} -gt 0 ]; then echo "Wrote: ${wrote[*]}"; else echo "Wrote nothing: no file was missing."; fi
if [ ${#kept[@]} -gt 0 ] && [[ " ${wrote[*]-} " =~ \ secrets/(postgres_password|keepsake_secret)\  ]]; then
  echo "If you already have a database, put back its own postgres_password and keepsake_secret: it accepts no others." >&2
fi
if [ -e secrets/database_url ]; then echo "Not used any more: secrets/database_url (of version 0.1.0). You can delete it."; fi
echo "secrets/ is ready. Next: set KEEPSAKE_PUBLIC_URL in .env, then docker compose up --build"
