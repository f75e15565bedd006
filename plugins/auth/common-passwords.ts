import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from './passwords.js'

/** What leaks show most often, in lower case; shorter ones are refused by their length. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common']
    .map(String)
    .filter((password) => password.length >= passwordLength.minLength),
)

/** Is it one of those that are tried first, in whatever case and width of letters? */
export const isCommonPassword = (password: string): boolean =>
  common.has(password.normalize('NFKC').toLowerCase())
