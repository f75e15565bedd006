import type { Regex } from '../../../contract/index.js'

/**
 * Whether an expression may have an empty match far behind the position where a search begins. `\b` and
 * `x?\b` do so at the end of `aaaa`, and so does `b|$`. After an empty match the engine resumes one character
 * after the position where it began, so it reads the rest of the string again for each character. An
 * expression that has an empty match everywhere (`a*`) does not.
 */
export const mayMatchNothingFarAway = (regex: Regex): boolean =>
  matchesNothing(regex, true) && !matchesNothing(regex, false)

/** Whether an expression has an empty match where all its assertions hold, or where none does. */
function matchesNothing(part: Regex, held: boolean): boolean {
  switch (part.kind) {
    case 'set':
      return false
    case 'assertion':
      return held && part.assertion !== 'text-start'
    case 'concat':
      return part.items.every((item) => matchesNothing(item, held))
    case 'choice':
      return part.branches.some((branch) => matchesNothing(branch, held))
    case 'repeat':
      return part.min === 0 || matchesNothing(part.item, held)
  }
}
