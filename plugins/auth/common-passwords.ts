import { passwordLength } from './passwords.js'

/** The most frequent passwords of known leaks, in lower case; shorter ones are rejected for their length. */
let common: Promise<ReadonlySet<string>> | null = null

/** The list is decompressed when the first password is chosen. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const passwords = dictionary['passwords-common'].map(String)
  return new Set(passwords.filter((password) => password.length >= passwordLength.minLength))
}

/** Whether the password is one of the most common ones, ignoring case and width of letters. */
export const isCommonPassword = async (password: string): Promise<boolean> =>
  (await (common ??= readCommon())).has(password.normalize('NFKC').toLowerCase())

/** @param name of the field or setting */
export const tooCommon = (name: string): string =>
  `${name} is one of the most common passwords; choose another one`
