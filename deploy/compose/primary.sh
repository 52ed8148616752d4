#!/usr/bin/env bash
# Run once by the image of PostgreSQL, on the new primary: the venue's user and database, access for the standby, and from
# the next start on commits wait for one.
set -euo pipefail
psql --set ON_ERROR_STOP=1 --set venue_password="$VENUE_PASSWORD" --username postgres --dbname postgres <<'SQL'
CREATE ROLE venue LOGIN PASSWORD :'venue_password';
CREATE DATABASE venue OWNER venue;
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 ("db-a", "db-b")';
SQL
# Passwords in any case, from the network of this file alone.
printf 'host replication postgres 10.0.0.0/24 scram-sha-256\nhost all all 10.0.0.0/24 scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
