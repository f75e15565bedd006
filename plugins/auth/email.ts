import { notAnEmail } from '../../contract/index.js'

/**
 * Something on both sides of one @, without spaces and control characters; only a message to the address could prove more.
 * Excludes the two letters (Kelvin sign, dotted İ) whose lower case is a Latin k or i: with them, an address could equal
 * another person's when case is ignored.
 */
const shape = /^[^\s@\p{Cc}\p{Cs}\u212a\u0130]+@[^\s@\p{Cc}\p{Cs}\u212a\u0130]+$/u

/**
 * Returns the trimmed address, or null if it is not an e-mail address. Addresses that differ only in case are the same:
 * see the index `users_email`.
 */
export function readEmail(text: string): string | null {
  const email = text.trim()
  return email.length <= 254 && shape.test(email) ? email : null
}

/** As readEmail(). Throws VALIDATION_ERROR if it is not an e-mail address. */
export function requireEmail(text: string): string {
  const email = readEmail(text)
  if (email === null) throw notAnEmail('/email')
  return email
}
