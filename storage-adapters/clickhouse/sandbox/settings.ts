/**
 * Settings of every statement of a member, fixed by the profile of the reader accounts, which no statement
 * can change.
 */
export const fixedSettings: Readonly<Record<string, string | number>> = {
  readonly: 1,
  enable_analyzer: 1,
  session_timezone: 'UTC',
  join_use_nulls: 1,
  json_type_escape_dots_in_keys: 1,
  date_time_output_format: 'iso',
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 1,
  output_format_json_quote_decimals: 1,
  output_format_write_statistics: 1,
  // Every Parquet reader supports snappy.
  output_format_parquet_compression_method: 'snappy',
  // A statement ends when its request is closed.
  max_concurrent_queries_for_user: 4,
  cancel_http_readonly_queries_on_client_close: 1,
  timeout_before_checking_execution_speed: 0,
  timeout_overflow_mode: 'throw',
  result_overflow_mode: 'throw',
  max_threads: 2,
  // The engine checks between two blocks whether to stop.
  max_block_size: 8_192,
  max_temporary_data_on_disk_size_for_query: 1_000_000_000,
  function_range_max_elements_in_block: 5_000_000,
  max_recursive_cte_evaluation_depth: 1_000,
  // Limits of the statement itself, as the engine formats it.
  max_query_size: 524_288,
  max_ast_depth: 200,
  max_ast_elements: 10_000,
  max_expanded_ast_elements: 100_000,
  max_parser_depth: 300,
  implicit_select: 0,
  allow_introspection_functions: 0,
  // On a cluster, the right side of JOIN and IN is computed once, over all shards.
  distributed_product_mode: 'global',
  prefer_global_in_and_join: 1,
  skip_unavailable_shards: 0,
  // 26.7 answers wrongly with these (see server-settings.ts).
  use_top_k_dynamic_filtering: 0,
  query_plan_optimize_join_order_limit: 0,
}

/**
 * Settings that the service sends with each statement, within bounds that the account's profile enforces.
 * Their minimum is 1, as 0 would mean no limit.
 */
export const budgetSettings = {
  limit: { usual: 10_001, most: 10_000_001 },
  max_execution_time: { usual: 30, most: 86_400 },
  max_memory_usage: { usual: 1_000_000_000, most: 2 ** 41 },
  max_result_bytes: { usual: 100_000_000, most: 10_000_000_000 },
} as const

export type BudgetSetting = keyof typeof budgetSettings

/** The default, minimum and maximum of a setting in a profile. */
export interface Fence {
  readonly usual: number
  /** The minimum; null if 0, which means no limit, is allowed. */
  readonly least: number | null
  readonly most: number
}

const ofAnswer: ReadonlySet<BudgetSetting> = new Set(['limit', 'max_result_bytes'])

/**
 * Returns the bounds of a budget setting in a profile. On a cluster, limits of the whole answer are not set
 * by the profile: shards run under the same account, and their parts must not be cut. There only the service
 * sets them.
 */
export function fenceOf(name: BudgetSetting, onCluster: boolean): Fence {
  const { usual, most } = budgetSettings[name]
  return onCluster && ofAnswer.has(name) ? { usual: 0, least: null, most } : { usual, least: 1, most }
}

export const budgetNames = Object.keys(budgetSettings) as readonly BudgetSetting[]
