import Type from 'typebox'
import { defineSetting } from '../../contract/index.js'

export const authRateLimit = defineSetting({
  name: 'AUTH_RATE_LIMIT',
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  default: 10,
  description:
    'attempts per minute and address at sign-in, set-up and password change; as many at invites, and at password reset links',
})

export const signInTries = defineSetting({
  name: 'SIGN_IN_TRIES',
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  default: 10,
  description:
    'failed sign-ins per account after which each further one delays the next, by 1, 2, 4 … seconds',
})

export const signInMaxDelay = defineSetting({
  name: 'SIGN_IN_MAX_DELAY',
  schema: Type.Integer({ minimum: 1, maximum: 86_400 }),
  default: 900,
  description: 'maximum delay in seconds after failed sign-ins',
})

export const passwordQueue = defineSetting({
  name: 'PASSWORD_QUEUE',
  schema: Type.Integer({ minimum: 1, maximum: 100_000 }),
  default: 100,
  description:
    'passwords that may be queued for verification, and as many for hashing; each address has its share',
})

export const authSettings = [signInTries, signInMaxDelay, passwordQueue, authRateLimit] as const
