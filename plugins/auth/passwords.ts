import { hash, verify } from '@node-rs/argon2'

export const passwordLength = { minLength: 8, maxLength: 200 } as const

/** Argon2id (the library's default) with OWASP's first choice of cost: 19 MiB and two passes, some 30 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The hash of a password that nobody knows, of the same cost: an unknown e-mail is checked against it, so that the
 * time of the answer does not tell which e-mails exist.
 */
export const decoy =
  '$argon2id$v=19$m=19456,t=2,p=1$f3F9+0B6QRCmtxr6+9gf9w$xPKYrVV9ESiXYkQnrLQtS4BsHY38IXp3lBWBQtPLOO0'

/** Stands where a hash stands, for an account that no password opens. */
export const noPassword = 'none'

/** One password typed on two keyboards may arrive as different code points. */
const normal = (password: string): string => password.normalize('NFC')

/** Slow, on purpose. */
export const hashPassword = (password: string): Promise<string> => hash(normal(password), cost)

/** `stored` null: there is no such user; takes as long, and is false. So does what is no hash: nobody logs in by it. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored?.startsWith('$argon2id$') === true ? stored : null
  const matches = await verify(known ?? decoy, normal(password))
  return matches && known !== null
}
