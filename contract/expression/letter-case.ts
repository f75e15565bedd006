import { callOf } from '../builders.js'
import type { Expr } from '../plan.js'

/** The letters that have another case of one character, and these, in the same order. */
interface Letters {
  readonly from: string
  readonly to: string
}

/**
 * Engines disagree on letters beyond ASCII: by their version of Unicode, by the locale, and on letters whose
 * other case is two characters (ß). So the pairs come from here: a letter changes if its other case is one
 * character, whatever stands beside it.
 */
function lettersOf(change: (character: string) => string): Letters {
  let [from, to] = ['', '']
  for (let point = 0x80; point <= 0x1ffff; point++) {
    if (point >= 0xd800 && point <= 0xdfff) continue
    const character = String.fromCodePoint(point)
    const other = change(character)
    if (other === character || Array.from(other).length !== 1) continue
    from += character
    to += other
  }
  return { from, to }
}

let known: { readonly lower: Letters; readonly upper: Letters } | null = null

/** Made on the first use: it takes some milliseconds. */
const letters = (): { readonly lower: Letters; readonly upper: Letters } =>
  (known ??= {
    lower: lettersOf((character) => character.toLowerCase()),
    upper: lettersOf((character) => character.toUpperCase()),
  })

export function lowerCase(text: Expr): Expr {
  const { from, to } = letters().lower
  return callOf('lower', [text], from, to)
}

export function upperCase(text: Expr): Expr {
  const { from, to } = letters().upper
  return callOf('upper', [text], from, to)
}
