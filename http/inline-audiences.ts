import Type from 'typebox'
import {
  ServiceError,
  type AudienceAsk,
  type AudienceSource,
  type InlineAudience,
  type Relation,
} from '../contract/index.js'
import { createValidators, type Validator } from './validators.js'

const known = new WeakMap<AudienceSource, Validator>()

/**
 * Returns the function that resolves audiences that are not saved; undefined if the source has only saved ones.
 * It throws a 422 that names the path under `/audience`.
 */
export function inlineAudiences(
  source: AudienceSource,
  ask: AudienceAsk,
): ((audience: InlineAudience) => Relation) | undefined {
  const { inline } = source
  if (inline === undefined) return undefined
  const body = Type.Object({ audience: Type.Object({ definition: inline.definition }) })
  return (audience) => {
    const check = known.get(source) ?? createValidators().ofBody(body)
    known.set(source, check)
    check({ audience })
    try {
      return inline.members(ask, audience.definition)
    } catch (error) {
      throw inAudience(error)
    }
  }
}

/** Paths of a definition begin with `definition`. */
function inAudience(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') return error
  const details = error.details.map(({ path, message }) => ({
    path: `/audience/${path.replace(/^\//, '')}`,
    message,
  }))
  return new ServiceError('VALIDATION_ERROR', `audience: ${error.message}`, { details, cause: error })
}
