/** The answer of POST /api/v1/data/query. */
export interface SqlResult {
  readonly columns: readonly { readonly name: string; readonly data_type: string }[]
  readonly rows: readonly (readonly unknown[])[]
  readonly row_count: number
  readonly execution_time_ms: number
  readonly truncated?: true
}

/** Whether a body is the answer of a statement. */
export const isSqlResult = (body: unknown): body is SqlResult =>
  typeof body === 'object' && body !== null && 'row_count' in body && 'columns' in body && 'rows' in body
