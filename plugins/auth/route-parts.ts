import Type from 'typebox'
import { passwordLength } from './passwords.js'
import { authRateLimit } from './settings.js'

export const tag = { name: 'Accounts', description: 'Sign-in, sessions and passwords of the caller.' }
export const prefix = '/api/v1/auth'
export const rateLimit = { group: 'auth', tries: authRateLimit, seconds: 60 } as const

export const NewPassword = Type.String(passwordLength)
/** No minimum length: a password that is too short is answered like any other wrong one. */
export const GivenPassword = Type.String({ maxLength: passwordLength.maxLength })
