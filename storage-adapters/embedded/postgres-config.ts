/**
 * Recovery first makes sure that all files are on disk. One by one that takes minutes with the tables of many workspaces;
 * Linux does it for the whole file system at once.
 */
const recovery = process.platform === 'linux' ? "recovery_init_sync_method = 'syncfs'\n" : ''

/**
 * Returns the whole postgresql.conf; the file that initdb creates is not used. Settings that are not listed
 * keep their defaults.
 */
export function postgresConfig(port: number): string {
  return `# Overwritten at each start. Use ALTER SYSTEM for your own settings.
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = ''
max_connections = 100
password_encryption = 'scram-sha-256'

shared_buffers = 256MB
work_mem = 16MB
maintenance_work_mem = 128MB
max_wal_size = 1GB
min_wal_size = 80MB
random_page_cost = 1.1
jit = off

# Acknowledged data must survive a power failure.
fsync = on
full_page_writes = on
synchronous_commit = on
${recovery}
timezone = 'UTC'
datestyle = 'iso, ymd'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.simple'

# Logs go to standard error, which the program reads. Statements are not logged, because they contain data.
logging_collector = off
log_destination = 'stderr'
log_line_prefix = ''
log_timezone = 'UTC'
log_min_messages = 'log'
log_min_error_statement = 'panic'
log_error_verbosity = 'terse'
log_checkpoints = off
log_autovacuum_min_duration = -1
`
}

/** The whole pg_hba.conf: password logins from this machine only. */
export const postgresAccess = 'host all all 127.0.0.1/32 scram-sha-256\n'

/** How a line of the server's log is logged. */
export type Severity = 'drop' | 'warn' | 'error'

/**
 * Whether a line of the server's log says that it recovers from an unclean end. It syncs its files, replays its log and
 * writes a checkpoint before it accepts connections, which takes minutes after many tables were created.
 */
export const isRecovery = (line: string): boolean =>
  /^LOG: .*(database system (shutdown )?was interrupted|was not properly shut down|, elapsed time: )/.test(
    line,
  )

/** Returns how a line of the server's log is to be logged. */
export function severityOf(line: string): Severity {
  if (/^PANIC: /.test(line)) return 'error'
  // A wrong password or name, or a connection during start or shutdown: the client got the error.
  if (
    /^FATAL: .*(authentication failed|does not exist|the database system is|terminating connection)/.test(
      line,
    )
  )
    return 'drop'
  if (/^FATAL: /.test(line)) return 'error'
  if (isRecovery(line)) return 'warn'
  if (/^(WARNING|LOG): .*(terminated by signal|could not|out of |corrupt|invalid)/.test(line)) {
    return 'warn'
  }
  return 'drop'
}
