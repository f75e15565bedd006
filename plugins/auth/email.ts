import { invalid } from '../../core/contract/index.js'

/**
 * Something on both sides of one @, without spaces and control characters; only a letter to it can prove more. Not the
 * two letters whose small form is a Latin k or i: they would make another address of somebody else's the same as it.
 */
const shape = /^[^\s@\p{Cc}\p{Cs}\u212a\u0130]+@[^\s@\p{Cc}\p{Cs}\u212a\u0130]+$/u

/** Trimmed; null if it is no e-mail address. Two that differ only in case are the same address: see the table. */
export function readEmail(text: string): string | null {
  const email = text.trim()
  return email.length <= 254 && shape.test(email) ? email : null
}

export function requireEmail(text: string): string {
  const email = readEmail(text)
  if (email === null) throw invalid('/email', 'email must be an e-mail address')
  return email
}
