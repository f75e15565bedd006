/** The whole postgresql.conf: the file that initdb makes is not used. What is not named keeps its default. */
export function postgresConfig(port: number): string {
  return `# Written anew at each start. Use ALTER SYSTEM for settings of your own.
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

# What is acknowledged must survive a power cut.
fsync = on
full_page_writes = on
synchronous_commit = on

timezone = 'UTC'
datestyle = 'iso, ymd'
lc_messages = 'C'
lc_monetary = 'C'
lc_numeric = 'C'
lc_time = 'C'
default_text_search_config = 'pg_catalog.simple'

# To standard error, which the program reads. Statements, with the data in them, stay out of it.
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

/** The whole pg_hba.conf: passwords only, from this machine only. */
export const postgresAccess = 'host all all 127.0.0.1/32 scram-sha-256\n'

export type Severity = 'drop' | 'warn' | 'error'

/** How much a line of the server's log matters to the operator. */
export function severityOf(line: string): Severity {
  if (/^PANIC: /.test(line)) return 'error'
  // A wrong password or name, a connection during start or shutdown: the client was told.
  if (
    /^FATAL: .*(authentication failed|does not exist|the database system is|terminating connection)/.test(
      line,
    )
  )
    return 'drop'
  if (/^FATAL: /.test(line)) return 'error'
  if (
    /^(WARNING|LOG): .*(terminated by signal|was not properly shut down|could not|out of |corrupt|invalid)/.test(
      line,
    )
  ) {
    return 'warn'
  }
  return 'drop'
}
