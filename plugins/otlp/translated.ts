import type { JsonValue } from '../../contract/index.js'
import { Rejected } from './refused.js'

/** A line of POST /v1/logs or /v1/metrics. */
export type Line = Readonly<Record<string, JsonValue>>

/** The lines that a record or data point becomes, or the reason for its rejection. */
export type Translated = { readonly lines: readonly Line[] } | { readonly rejected: string }

type Attempt<T> =
  | { readonly value: T; readonly rejected?: undefined }
  | { readonly rejected: string; readonly value?: undefined }

/** Runs `read` and catches Rejected. */
export function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof Rejected) return { rejected: error.message }
    throw error
  }
}

/** The lines that `read` returns, or the reason if it throws Rejected. */
export function outcome(read: () => readonly Line[]): Translated {
  const attempted = attempt(read)
  return attempted.rejected === undefined ? { lines: attempted.value } : { rejected: attempted.rejected }
}
