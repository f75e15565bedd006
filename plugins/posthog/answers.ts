import { memberOf, ServiceError, type Ask } from '../../contract/index.js'
import type { Rejection } from './intake.js'

/** The answer of the capture routes. */
export interface Captured {
  readonly status: 1
  readonly rejected?: number
  readonly errors?: readonly Rejection[]
}

/** The answer of the capture routes. Throws VALIDATION_ERROR if no event is valid. */
export function captured(ask: Ask, events: number, rejections: readonly Rejection[]): Captured {
  if (rejections.length === 0) return { status: 1 }
  warn(ask, rejections)
  if (rejections.length === events)
    throw new ServiceError(
      'VALIDATION_ERROR',
      `no event is valid; first error: ${rejections[0]?.error ?? ''}`,
      {
        details: rejections.map(({ index, error }) => ({ path: `batch.${index}`, message: error })),
      },
    )
  return { status: 1, rejected: rejections.length, errors: rejections }
}

/** The result of one event on the newer route. */
export interface EventResult {
  readonly result: 'ok' | 'drop'
  readonly details?: string
}

/** The answer of the newer route: the result of each event by its uuid. */
export function results(
  ask: Ask,
  events: readonly unknown[],
  rejections: readonly Rejection[],
): { readonly results: Readonly<Record<string, EventResult>> } {
  if (rejections.length > 0) warn(ask, rejections)
  const errors = new Map(rejections.map(({ index, error }) => [index, error]))
  const entries = events.flatMap((event, index): [string, EventResult][] => {
    const uuid = memberOf(event, 'uuid')
    const error = errors.get(index)
    if (typeof uuid !== 'string') return []
    return [[uuid, error === undefined ? { result: 'ok' } : { result: 'drop', details: error }]]
  })
  return { results: Object.fromEntries(entries) }
}

function warn(ask: Ask, rejections: readonly Rejection[]): void {
  const [first] = rejections
  const fields = {
    request_id: ask.requestId,
    workspace: ask.workspace?.id,
    rejected: rejections.length,
    first,
  }
  ask.log.warn(fields, 'PostHog events were rejected')
}
