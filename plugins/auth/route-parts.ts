import Type from 'typebox'
import { passwordLength } from './passwords.js'

export const tag = 'Accounts'
export const prefix = '/api/v1/auth'
export const rateLimit = { group: 'auth', tries: 'authRateLimit', seconds: 60 } as const

export const NewPassword = Type.String(passwordLength)
/** No lower bound: a password that is too short is a wrong one, in the same words. */
export const GivenPassword = Type.String({ maxLength: passwordLength.maxLength })
