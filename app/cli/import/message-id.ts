import { createHash } from 'node:crypto'

/**
 * Returns the item with a message_id: its own, or one derived from `place` (file and line) and the text.
 * Returns null if the text is not a JSON object. The text is not serialized again, so that no number loses
 * digits.
 */
export function withMessageId(json: string, place: string): string | null {
  let item: unknown
  try {
    item = JSON.parse(json)
  } catch {
    return null
  }
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return null
  const own = Object.hasOwn(item, 'message_id') ? (item as { message_id: unknown }).message_id : undefined
  const isMissing = own === undefined || own === null || (typeof own === 'string' && own.trim() === '')
  if (!isMissing) return json
  const id = `import-${createHash('sha256').update(`${place}\0${json}`).digest('hex').slice(0, 32)}`
  if (own !== undefined) return JSON.stringify({ ...item, message_id: id })
  const members = json.slice(json.indexOf('{') + 1)
  return `{"message_id":"${id}"${Object.keys(item).length > 0 ? ',' : ''}${members}`
}
