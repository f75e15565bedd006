import type { JsonObject } from '../../core/contract/index.js'
import { setMember } from './clean.js'
import { maxText, optionalObject } from './fields.js'
import { LineError } from './line-error.js'

const mostLabels = 128

/** The labels as texts; an empty one counts as missing, so that it makes no series of its own. */
export function readLabels(item: JsonObject): Readonly<Record<string, string>> {
  const given = Object.entries(optionalObject(item, 'labels'))
  if (given.length > mostLabels) throw new LineError(`a point may have ${mostLabels} labels`)
  const labels: Record<string, string> = {}
  for (const [name, value] of given) {
    if (typeof value === 'object') throw new LineError('a label must be a text, a number or true or false')
    const text = String(value)
    if (name.length > maxText || text.length > maxText)
      throw new LineError(`a label must not be longer than ${maxText} characters`)
    if (text !== '') setMember(labels, name, text)
  }
  return labels
}
