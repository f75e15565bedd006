import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from './passwords.js'

/** The most frequent passwords of known leaks, in lower case; shorter ones are rejected for their length. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .map(String)
    .filter((password) => password.length >= passwordLength.minLength),
)

/** Whether the password is one of the most common ones, ignoring case and width of letters. */
export const isCommonPassword = (password: string): boolean =>
  common.has(password.normalize('NFKC').toLowerCase())

/** @param name of the field or setting */
export const tooCommon = (name: string): string =>
  `${name} is one of the most common passwords; choose another one`
