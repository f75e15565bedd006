import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseSettings,
} from '@clickhouse/client'
import type { EngineResources } from '../../core/contract/index.js'
import type { AccountPoolOptions } from './sandbox/accounts.js'

/** Where the engine is: a URL, whose user and password may also be given apart from it. */
export interface ClickHouseConnection {
  readonly url: string
  readonly user?: string
  readonly password?: string
  /** Of a cluster without a Keeper: its other servers. */
  readonly others?: readonly string[]
  /** The accounts for the SQL of members that the engine was started with; without them they are made by SQL. */
  readonly readers?: AccountPoolOptions
  /** Ends and starts an engine that is ours. */
  readonly restart?: () => Promise<void>
  /** What the system says about an engine that is ours. */
  readonly resources?: () => Promise<EngineResources>
}

/** The socket may live shorter than the server keeps it, or a request runs into a closing one. */
const idleSocketMs = 500

/** Every query carries its own time limit to the server; this one only ends waiting for a server that is gone. */
const longestRequestMs = 600_000

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
    // It would write failed statements, with their text, to the console.
    log: { level: ClickHouseLogLevel.OFF },
  })

/** What every question is asked under: it settles what the plan settles, whatever the server's defaults are. */
export const questionSettings: ClickHouseSettings = {
  session_timezone: 'UTC',
  enable_positional_arguments: 0,
  join_use_nulls: 1,
  group_by_use_nulls: 1,
  transform_null_in: 0,
  json_type_escape_dots_in_keys: 1,
  output_format_json_quote_64bit_integers: 0,
  // These rewrites lose columns of subqueries with windows (sumCount).
  optimize_syntax_fuse_functions: 0,
  optimize_arithmetic_operations_in_aggregate_functions: 0,
  timeout_overflow_mode: 'throw',
  timeout_before_checking_execution_speed: 0,
  result_overflow_mode: 'throw',
  max_query_size: '1048576',
  // Looking every member of a set up in the primary index costs more than the scan it saves.
  use_index_for_in_with_subqueries: 0,
}

export const insertSettings: ClickHouseSettings = {
  json_type_escape_dots_in_keys: 1,
  input_format_try_infer_dates: 0,
  input_format_try_infer_datetimes: 0,
  // A list like [1.5, true] would come back as [1.5, 1].
  input_format_json_read_bools_as_numbers: 0,
  input_format_json_read_bools_as_strings: 0,
  input_format_json_read_numbers_as_strings: 0,
  async_insert: 0,
  // An import may reach over many years of monthly partitions.
  max_partitions_per_insert_block: '0',
}
