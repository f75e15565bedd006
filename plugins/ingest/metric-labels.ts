import type { JsonObject } from '../../contract/index.js'
import { setMember } from './clean.js'
import { maxText, optionalObject } from './fields.js'
import { LineError } from './line-error.js'

const mostLabels = 128

/** Labels as strings. An empty one counts as missing, so that it does not create another series. Throws LineError. */
export function readLabels(item: JsonObject): Readonly<Record<string, string>> {
  const given = Object.entries(optionalObject(item, 'labels'))
  if (given.length > mostLabels) throw new LineError(`labels must not have more than ${mostLabels} members`)
  const labels: Record<string, string> = {}
  for (const [name, value] of given) {
    if (typeof value === 'object') throw new LineError('label values must be strings, numbers or booleans')
    const text = String(value)
    if (name.length > maxText || text.length > maxText)
      throw new LineError(`label names and values must not be longer than ${maxText} characters`)
    if (text !== '') setMember(labels, name, text)
  }
  return labels
}
