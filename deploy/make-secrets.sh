#!/usr/bin/env bash
# Makes the secrets that compose.yaml mounts, once. Keep a copy of secrets/ with your backups:
# without keepsake_secret the database cannot be opened.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -e secrets/keepsake_secret ]; then
  echo "secrets/ exists already; nothing was changed." >&2
  exit 1
fi
umask 077
mkdir -p secrets
random() { head -c 32 /dev/urandom | base64 | tr -d '+/=\n'; }
password=$(random)
printf '%s' "$password" > secrets/postgres_password
printf 'postgres://keepsake:%s@postgres:5432/keepsake' "$password" > secrets/database_url
random > secrets/keepsake_secret
# The service runs as another user than yours inside its container, and must be able to read them.
chmod 755 secrets && chmod 644 secrets/*
echo "secrets/ is ready. Next: docker compose up --build"
