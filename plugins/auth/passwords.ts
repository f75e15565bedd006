import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

export const passwordLength = { minLength: 8, maxLength: 200 } as const

/** Argon2id (the library's default) with OWASP's first choice of cost: 19 MiB and two passes, about 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let argon2: typeof Argon2 | null = null

/**
 * Loads the native code of argon2 on first use: an install without optional packages has none, and its commands that
 * check no password work all the same. Throws if it is missing.
 */
export function loadArgon2(): typeof Argon2 {
  argon2 ??= createRequire(import.meta.url)('@node-rs/argon2') as typeof Argon2
  return argon2
}

/**
 * The hash of an unknown password, with the same cost. A login with an unknown e-mail address verifies against it, so
 * response times do not reveal which addresses have accounts.
 */
export const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$f3F9+0B6QRCmtxr6+9gf9w$xPKYrVV9ESiXYkQnrLQtS4BsHY38IXp3lBWBQtPLOO0'

/** Stored instead of a hash for an account that no password opens. */
export const noPassword = 'none'

/** Normalizes a password: the same one may arrive as different code points from different keyboards. */
const normal = (password: string): string => password.normalize('NFC')

/** Returns an argon2id hash. Slow on purpose. */
export const hashPassword = (password: string): Promise<string> => loadArgon2().hash(normal(password), cost)

/**
 * Returns whether the password matches the stored hash. Returns false after the same time if `stored` is null (an unknown
 * user) or not a hash (an account that no password opens).
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored?.startsWith('$argon2id$') === true ? stored : null
  const matches = await loadArgon2().verify(known ?? decoy, normal(password))
  return matches && known !== null
}
