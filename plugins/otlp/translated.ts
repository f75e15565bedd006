import type { JsonValue } from '../../core/contract/index.js'
import { Refused } from './refused.js'

export type Line = Readonly<Record<string, JsonValue>>

/** One record or data point: the lines of ours that say the same, or why there are none. */
export type Translated = { readonly lines: readonly Line[] } | { readonly refused: string }

type Attempt<T> =
  | { readonly value: T; readonly refused?: undefined }
  | { readonly refused: string; readonly value?: undefined }

export function attempt<T>(read: () => T): Attempt<T> {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof Refused) return { refused: error.message }
    throw error
  }
}

export function outcome(read: () => readonly Line[]): Translated {
  const attempted = attempt(read)
  return attempted.refused === undefined ? { lines: attempted.value } : { refused: attempted.refused }
}
