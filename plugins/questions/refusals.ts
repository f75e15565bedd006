import { invalid, ServiceError, type QuestionUse } from '../../core/contract/index.js'

const mostNamed = 5

/** A 409: `question is used by tile "A" of board "B" and 2 more; remove it there, or …`. Names only what the caller sees. */
export function usedBy(uses: readonly QuestionUse[], instead: string): ServiceError {
  const named = uses.flatMap(({ label }) => label ?? []).slice(0, mostNamed)
  const rest = uses.length - named.length
  const more = rest === 0 ? [] : [named.length === 0 ? `${rest} that you cannot see` : `${rest} more`]
  return new ServiceError('CONFLICT', `question is used by ${[...named, ...more].join(' and ')}; ${instead}`)
}

/** A 422: the formula of a question reads one that is unknown, or private while the question itself is not. */
export const unknownSeries = (id: string, found: { readonly name: string } | undefined): ServiceError =>
  invalid(
    '/question',
    found === undefined
      ? `question: unknown question ${JSON.stringify(id.slice(0, 60))}`
      : `question: question ${JSON.stringify(found.name)} is private; set its visibility to workspace first`,
  )
