import type { Regex } from '../../../core/contract/index.js'

/**
 * Whether an expression may match nothing far behind the place where a search begins: `\b` and `x?\b` do so at the end
 * of `aaaa`, and `b|$` does. Behind a match of nothing the engine goes on one character after the place where it began,
 * so it reads the rest of the text again for each character. What matches nothing everywhere (`a*`) does not.
 */
export const mayMatchNothingFarAway = (regex: Regex): boolean =>
  matchesNothing(regex, true) && !matchesNothing(regex, false)

/** Whether an expression matches nothing where its assertions hold, or where none does. */
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
