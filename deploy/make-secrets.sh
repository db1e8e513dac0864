#!/usr/bin/env bash
# Creates the secrets that compose.yaml mounts. Run it once.
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
password=$(random)
printf '%s' "$password" > secrets/postgres_password
printf 'postgres://keepsake:%s@postgres:5432/keepsake' "$password" > secrets/database_url
random > secrets/keepsake_secret
# The service runs as another user inside its container and must be able to read these files.
chmod 755 secrets && chmod 644 secrets/*
echo "secrets/ is ready. Next: docker compose up --build"
