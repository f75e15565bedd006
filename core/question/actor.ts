import { invalid, isGroupType, mustBeOneOf, noGroupType, type Actor } from '../../contract/index.js'

const prefix = 'group:'

/** Reads the parameter `actor`; null stands for persons. Throws a 422 for an unknown actor. */
export function parseActor(asked: string | null | undefined, path = 'actor'): Actor | null {
  if (asked === null || asked === undefined || asked === 'person') return null
  if (asked === 'device' || asked === 'session') return Object.freeze({ kind: asked })
  if (!asked.startsWith(prefix))
    throw invalid(path, mustBeOneOf(path, ['person', 'device', 'session', 'group:<type>']))
  const type = asked.slice(prefix.length)
  if (!isGroupType(type)) throw invalid(path, noGroupType(`${path} after ${prefix}`))
  return Object.freeze({ kind: 'group', type })
}
