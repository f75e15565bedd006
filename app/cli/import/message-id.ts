import * as crypto from 'node:crypto'

/**
 * Returns the item with a message_id: its own, or one derived from `place` (file and line) and the text.
 * Returns null if the text is not a JSON object. The text is not serialized again, so that no number loses
 * digits. A text that is only mistaken inside its braces may come back: the service rejects it, with or without an id.
 *
 * It comes in two parts, to be joined with those of all other items: joined here, each item would be copied twice.
 *
 * @param hasNone whether the item is known to have no message_id
 */
export function withMessageId(
  json: string,
  place: string,
  hasNone = false,
): readonly [string, string] | null {
  if (isBraced(json) && (hasNone || !mayHaveId(json)))
    return [`{"message_id":"${derivedId(json, place)}",`, json.slice(1)]
  let item: unknown
  try {
    item = JSON.parse(json)
  } catch {
    return null
  }
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return null
  const own = Object.hasOwn(item, 'message_id') ? (item as { message_id: unknown }).message_id : undefined
  const isMissing = own === undefined || own === null || (typeof own === 'string' && own.trim() === '')
  if (!isMissing) return [json, '']
  const id = derivedId(json, place)
  if (own !== undefined) return [JSON.stringify({ ...item, message_id: id }), '']
  const members = json.slice(json.indexOf('{') + 1)
  return [`{"message_id":"${id}"${Object.keys(item).length > 0 ? ',' : ''}`, members]
}

/** A name with an escape, such as "message\\u005fid", is only known once it is parsed. */
const mayHaveId = (json: string): boolean => json.includes('message_id') || json.includes('\\u')

const [openBrace, closeBrace, quote] = [0x7b, 0x7d, 0x22]

/** Whether the text has braces around it and is not an empty object. */
const isBraced = (json: string): boolean =>
  json.charCodeAt(0) === openBrace &&
  json.charCodeAt(json.length - 1) === closeBrace &&
  (json.charCodeAt(1) === quote || !isEmptyObject.test(json))

const isEmptyObject = /^\{\s*\}/

const derivedId = (json: string, place: string): string =>
  `import-${crypto.hash('sha256', `${place}\0${json}`).slice(0, 32)}`
