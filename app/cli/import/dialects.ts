import { createHash } from 'node:crypto'
import { amplitudeLines } from './amplitude.js'
import { notAnObject, type Dialect, type ImportItem, type Position } from './item.js'
import { isObject, type Members } from './members.js'
import { mixpanelLines } from './mixpanel.js'
import { posthogEvents } from './posthog.js'

/** Converts an item of an export to one or more items. `fallback` is the id for an item without one. */
export type Translator = (item: Members, fallback: string) => readonly object[]

const translators: Readonly<Record<Exclude<Dialect, 'lines'>, Translator>> = {
  mixpanel: mixpanelLines,
  amplitude: amplitudeLines,
  posthog: posthogEvents,
}

/** Returns the product that exported an item, judged by its members. */
export function dialectOf(json: string): Dialect {
  const item = parse(json)
  const has = (...names: string[]): boolean => item !== null && names.every((name) => name in item)
  const { properties } = item ?? {}
  if (has('event_type', 'event_time')) return 'amplitude'
  if (has('uuid', 'event', 'distinct_id', 'properties')) return 'posthog'
  if (has('event') && isObject(properties) && 'time' in properties && 'distinct_id' in properties)
    return 'mixpanel'
  return 'lines'
}

/**
 * Converts the items of an export. An item that becomes several is complete with its last one: an import
 * interrupted in between resumes with the first.
 */
export async function* translated(
  items: AsyncIterable<ImportItem>,
  dialect: Exclude<Dialect, 'lines'>,
  fileId: string,
  from: Position,
): AsyncGenerator<ImportItem> {
  let before = { end: from.line, offset: from.offset }
  for await (const item of items) {
    if ('error' in item) yield item
    else {
      const { line, end, offset, json } = item
      const all = attempt(translators[dialect], json, `${fileId}:${line}`)
      if (typeof all === 'string') yield { line, end, offset, error: all }
      else
        for (const [index, one] of all.entries()) {
          const place = index === all.length - 1 ? { end, offset } : before
          yield { line, ...place, json: JSON.stringify(one), hasId: true }
        }
    }
    before = { end: item.end, offset: item.offset }
  }
}

function attempt(translate: Translator, json: string, place: string): readonly object[] | string {
  const item = parse(json)
  if (item === null) return notAnObject
  const fallback = `import-${createHash('sha256').update(`${place}\0${json}`).digest('hex').slice(0, 32)}`
  try {
    return translate(item, fallback)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function parse(json: string): Members | null {
  try {
    const item: unknown = JSON.parse(json)
    return isObject(item) ? item : null
  } catch {
    return null
  }
}
