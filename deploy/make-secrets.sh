#!/usr/bin/env bash
# Creates the secrets that compose.yaml mounts. Run it once, as the user who runs docker compose.
# Keep a copy of secrets/ in a safe place, apart from the database backups: without keepsake_secret a backup cannot be used.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -e secrets/keepsake_secret ]; then
  echo "secrets/ already exists. Nothing was changed." >&2
  exit 1
fi
umask 077
mkdir -p secrets
random() { head -c 32 /dev/urandom | base64 | tr -d '+/=\n'; }
random > secrets/postgres_password
for login in owner api_login worker_login; do
  random > "secrets/${login%_login}_password"
  printf 'postgres://keepsake_%s:%s@postgres:5432/keepsake' "$login" "$(cat "secrets/${login%_login}_password")" \
    > "secrets/${login%_login}_database_url"
done
random > secrets/keepsake_secret
# The containers run as the user who may read these files: you, or user 1000 if you are root.
if [ "$(id -u)" = 0 ]; then
  chown -R 1000:1000 secrets
elif ! grep -qs '^KEEPSAKE_UID=' .env; then
  printf 'KEEPSAKE_UID=%s\nKEEPSAKE_GID=%s\n' "$(id -u)" "$(id -g)" >> .env
fi
echo "secrets/ is ready. Next: set KEEPSAKE_PUBLIC_URL in .env, then docker compose up --build"
