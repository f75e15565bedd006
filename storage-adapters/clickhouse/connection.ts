import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseSettings,
} from '@clickhouse/client'
import type { EngineResources } from '../../contract/index.js'
import type { HiddenDefinitions } from './attach-tables.js'
import type { AccountPoolOptions } from './sandbox/accounts.js'

/** Where ClickHouse is. The user and password may be in the URL or separate. */
export interface ClickHouseConnection {
  readonly url: string
  readonly user?: string
  readonly password?: string
  /** URLs of the other servers of a cluster without a Keeper. */
  readonly others?: readonly string[]
  /**
   * Accounts for members' SQL that the engine's configuration declares; without them, accounts are created by
   * SQL.
   */
  readonly readers?: AccountPoolOptions
  /** Restarts an embedded engine. */
  readonly restart?: () => Promise<void>
  /** The tables that an embedded engine has hidden at its start. */
  readonly hiddenDefinitions?: HiddenDefinitions
  /** What the operating system reports about an embedded engine. */
  readonly resources?: () => Promise<EngineResources>
}

/** Shorter than the server's keep-alive, so that no request is sent on a closing socket. */
const idleSocketMs = 500

/** Upper bound on waiting for a server that is gone. Every query sends its own time limit to the server. */
export const longestRequestMs = 600_000

/** Returns a client of one server. `requestMs` is the timeout per request in ms. */
export const connect = (
  { url, user, password }: ClickHouseConnection,
  requestMs = longestRequestMs,
): ClickHouseClient =>
  createClient({
    url,
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    application: 'sextant',
    request_timeout: requestMs,
    max_open_connections: 64,
    keep_alive: { enabled: true, idle_socket_ttl: idleSocketMs },
    use_multipart_params_auto: true,
    // The client would log failed statements, including their SQL, to the console.
    log: { level: ClickHouseLogLevel.OFF },
  })

/**
 * Settings of every question. They fix the semantics that plans assume, whatever the server's defaults are.
 */
export const questionSettings: ClickHouseSettings = {
  session_timezone: 'UTC',
  enable_positional_arguments: 0,
  join_use_nulls: 1,
  group_by_use_nulls: 1,
  transform_null_in: 0,
  json_type_escape_dots_in_keys: 1,
  output_format_json_quote_64bit_integers: 0,
  // These rewrites (to sumCount) lose columns of subqueries with window functions.
  optimize_syntax_fuse_functions: 0,
  optimize_arithmetic_operations_in_aggregate_functions: 0,
  timeout_overflow_mode: 'throw',
  timeout_before_checking_execution_speed: 0,
  result_overflow_mode: 'throw',
  max_query_size: '1048576',
  // Looking up every member of a set in the primary index costs more than the scan it saves.
  use_index_for_in_with_subqueries: 0,
}

/** Settings of every insert. */
export const insertSettings: ClickHouseSettings = {
  json_type_escape_dots_in_keys: 1,
  input_format_try_infer_dates: 0,
  input_format_try_infer_datetimes: 0,
  // Otherwise [1.5, true] would be read back as [1.5, 1].
  input_format_json_read_bools_as_numbers: 0,
  input_format_json_read_bools_as_strings: 0,
  input_format_json_read_numbers_as_strings: 0,
  async_insert: 0,
  // An import may span many years of monthly partitions.
  max_partitions_per_insert_block: '0',
}
