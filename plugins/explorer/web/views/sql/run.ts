import { useEffect, useRef, useState } from 'preact/hooks'
import { post, type Call } from '../../api/call.js'
import { asApiError, isAbort, type ApiError } from '../../api/error.js'
import { respond, send } from '../../api/send.js'
import { saveFile } from '../../share/csv.js'
import { toast } from '../../ui/toast.js'
import { remember } from './history.js'

/** The answer of POST /api/v1/data/query. */
export interface SqlResult {
  readonly columns: readonly { readonly name: string; readonly data_type: string }[]
  readonly rows: readonly (readonly unknown[])[]
  readonly row_count: number
  readonly execution_time_ms: number
  readonly truncated?: true
}

export interface Run {
  readonly result: SqlResult | null
  readonly error: ApiError | null
  /** The statement that the result or error belongs to. */
  readonly query: string
  /** When the running statement was sent, in milliseconds since 1970; null if none is running. */
  readonly since: number | null
}

export const mostRows = 10_000
export const queryCall = (query: string): Call => post('/api/v1/data/query', { query, limit: mostRows })

const idle: Run = { result: null, error: null, query: '', since: null }

/** Runs one statement at a time: a new one cancels the previous. */
export function useRun() {
  const [run, setRun] = useState<Run>(idle)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (query: string): Promise<void> => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    setRun((old) => ({ ...old, error: null, since: Date.now() }))
    try {
      const result = await send<SqlResult>(queryCall(query), controller.signal)
      setRun({ result, error: null, query, since: null })
      remember(query)
    } catch (error) {
      if (!isAbort(error)) setRun({ result: null, error: asApiError(error), query, since: null })
    }
  }
  const cancel = (): void => {
    running.current?.abort()
    setRun((old) => ({ ...old, since: null }))
  }
  return { run, start, cancel }
}

export const formats = ['csv', 'ndjson', 'parquet'] as const

/** Downloads the whole result as a file, without the row limit of the page. Shows a toast if that fails. */
export async function download(query: string, format: (typeof formats)[number]): Promise<void> {
  try {
    // CSV files from this page are opened in spreadsheets, so formulas are escaped; programs use the API.
    const safe = format === 'csv' ? { escape_formulas: true } : {}
    const response = await respond(post('/api/v1/data/query', { query, format, ...safe }))
    saveFile(`query.${format}`, await response.blob())
  } catch (error) {
    toast(asApiError(error).message, { bad: true })
  }
}
