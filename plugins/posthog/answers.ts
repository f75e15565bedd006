import { memberOf, ServiceError, type Ask } from '../../core/contract/index.js'
import type { Refusal } from './intake.js'

export interface Captured {
  readonly status: 1
  readonly rejected?: number
  readonly errors?: readonly Refusal[]
}

/** Of the capture routes. Throws VALIDATION_ERROR if no event was good. */
export function captured(ask: Ask, events: number, refusals: readonly Refusal[]): Captured {
  if (refusals.length === 0) return { status: 1 }
  warn(ask, refusals)
  if (refusals.length === events)
    throw new ServiceError('VALIDATION_ERROR', `no event is valid; the first: ${refusals[0]?.error ?? ''}`, {
      details: refusals.map(({ index, error }) => ({ path: `batch.${index}`, message: error })),
    })
  return { status: 1, rejected: refusals.length, errors: refusals }
}

export interface EventResult {
  readonly result: 'ok' | 'drop'
  readonly details?: string
}

/** Of the newer route: what became of each event, by its uuid. */
export function results(
  ask: Ask,
  events: readonly unknown[],
  refusals: readonly Refusal[],
): { readonly results: Readonly<Record<string, EventResult>> } {
  if (refusals.length > 0) warn(ask, refusals)
  const errors = new Map(refusals.map(({ index, error }) => [index, error]))
  const entries = events.flatMap((event, index): [string, EventResult][] => {
    const uuid = memberOf(event, 'uuid')
    const error = errors.get(index)
    if (typeof uuid !== 'string') return []
    return [[uuid, error === undefined ? { result: 'ok' } : { result: 'drop', details: error }]]
  })
  return { results: Object.fromEntries(entries) }
}

function warn(ask: Ask, refusals: readonly Refusal[]): void {
  const [first] = refusals
  const fields = { request_id: ask.requestId, workspace: ask.workspace?.id, rejected: refusals.length, first }
  ask.log.warn(fields, 'PostHog events were refused')
}
