import { useEffect, useRef, useState } from 'preact/hooks'
import { post, type Call } from '../../api/call.js'
import { asApiError, isAbort, type ApiError } from '../../api/error.js'
import { respond, send } from '../../api/send.js'
import { sqlPath } from '../../boards/view-address.js'
import { saveFile } from '../../share/csv.js'
import type { SqlResult } from '../../sql-result/result.js'
import { toast } from '../../ui/toast.js'
import { remember } from './history.js'
import type { Statement } from './parameters.js'

export interface Run {
  readonly result: SqlResult | null
  readonly error: ApiError | null
  /** The statement that the result or error belongs to. */
  readonly statement: Statement
  /** When the running statement was sent, in milliseconds since 1970; null if none is running. */
  readonly since: number | null
}

export const mostRows = 10_000
export const queryCall = (statement: Statement): Call => post(sqlPath, { ...statement, limit: mostRows })

/** The request of a saved statement and of a tile, which show fewer rows than the view. */
export const savedCall = (statement: Statement): Call => post(sqlPath, statement)
export const savedBody = (statement: Statement) => ({ path: sqlPath, body: { ...statement } })

export const isSame = (one: Statement, other: Statement): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const idle: Run = { result: null, error: null, statement: { query: '' }, since: null }

/** Runs the statements of tabs, in each one at a time: a new one cancels the previous. */
export function useRuns() {
  const [runs, setRuns] = useState<Readonly<Record<string, Run>>>({})
  const running = useRef(new Map<string, AbortController>())
  useEffect(() => () => running.current.forEach((one) => one.abort()), [])
  const change = (tab: string, to: (old: Run) => Run): void =>
    setRuns((old) => ({ ...old, [tab]: to(old[tab] ?? idle) }))
  const start = async (tab: string, statement: Statement): Promise<void> => {
    running.current.get(tab)?.abort()
    const controller = new AbortController()
    running.current.set(tab, controller)
    change(tab, (old) => ({ ...old, statement, error: null, since: Date.now() }))
    try {
      const result = await send<SqlResult>(queryCall(statement), controller.signal)
      change(tab, () => ({ result, error: null, statement, since: null }))
      remember(statement)
    } catch (error) {
      if (!isAbort(error))
        change(tab, () => ({ result: null, error: asApiError(error), statement, since: null }))
    }
  }
  const cancel = (tab: string): void => {
    running.current.get(tab)?.abort()
    change(tab, (old) => ({ ...old, since: null }))
  }
  return { of: (tab: string): Run => runs[tab] ?? idle, start, cancel }
}

export const formats = ['csv', 'ndjson', 'parquet'] as const

/** Downloads the whole result as a file, without the row limit of the page. Shows a toast if that fails. */
export async function download(statement: Statement, format: (typeof formats)[number]): Promise<void> {
  try {
    // CSV files from this page are opened in spreadsheets, so formulas are escaped; programs use the API.
    const safe = format === 'csv' ? { escape_formulas: true } : {}
    const response = await respond(post(sqlPath, { ...statement, format, ...safe }))
    saveFile(`query.${format}`, await response.blob())
  } catch (error) {
    toast(asApiError(error).message, { bad: true })
  }
}
