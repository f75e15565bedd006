import { ServiceError } from './errors.js'

const mostNamed = 5

/**
 * The 409 for something that others refer to: `question is used by tile "A" of board "B" and 2 more`.
 * @param labels what refers to it; null for what the caller must not see
 * @param instead what the caller can do
 */
export function inUse(what: string, labels: readonly (string | null)[], instead?: string): ServiceError {
  const named = labels.filter((label) => label !== null).slice(0, mostNamed)
  const rest = labels.length - named.length
  const others = named.length === 0 ? `${rest} that you cannot see` : `${rest} more`
  const all = rest === 0 ? named : [...named, others]
  const last = all.at(-1) ?? ''
  const list = all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`
  return new ServiceError(
    'CONFLICT',
    `${what} is used by ${list}${instead === undefined ? '' : `; ${instead}`}`,
  )
}
