#!/usr/bin/env bash
# Run at every start of the standby: copies the primary where there is nothing yet, and serves. PRIMARY is its host.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # What a copy that was cut off has left.
  find "$PGDATA" -mindepth 1 -delete
  pg_basebackup --host="$PRIMARY" --port="${PRIMARY_PORT:-5432}" --username=postgres --pgdata="$PGDATA" \
    --write-recovery-conf --checkpoint=fast
  chmod 0700 "$PGDATA"
fi
exec postgres -D "$PGDATA" -c cluster_name=db-b "$@"
