/** The contents of a server's postgresql.conf. */

/**
 * Durable, and quick to notice a lost connection, as the documentation of the cluster asks of a production PostgreSQL.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  data_sync_retry: 'off',
  tcp_keepalives_idle: '2',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '3000',
  client_connection_check_interval: '1000',
  idle_in_transaction_session_timeout: '5s',
  wal_level: 'replica',
  hot_standby: 'on',
  // For a standby that was offline.
  wal_keep_size: '256MB',
  // A standby looks for its restarted primary at once, instead of after five seconds.
  wal_retrieve_retry_interval: '200ms',
  // In files of the data folder, because a killed server leaves segments behind in /dev/shm.
  dynamic_shared_memory_type: 'mmap',
};

/** Returns the whole file. Later settings win. */
export function settingsFile(...settings: readonly Readonly<Record<string, string>>[]): string {
  const all = Object.assign({}, SETTINGS, ...settings) as Record<string, string>;
  return Object.entries(all)
    .map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
    .join('');
}
