import { createHash } from 'node:crypto'
import { amplitudeLines } from './amplitude.js'
import type { Dialect, ImportItem, Position } from './item.js'
import { isObject, type Members } from './members.js'
import { mixpanelLines } from './mixpanel.js'
import { posthogEvents } from './posthog.js'

/** The items that an item of an export becomes. `fallback` is an id for one that has none of its own. */
export type Translator = (item: Members, fallback: string) => readonly object[]

const translators: Readonly<Record<Exclude<Dialect, 'lines'>, Translator>> = {
  mixpanel: mixpanelLines,
  amplitude: amplitudeLines,
  posthog: posthogEvents,
}

/** Whose export an item is, by the members that it has. */
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
 * Items of an export as items of ours. One that becomes several is done with its last: an import that is broken off
 * between them goes on with the first.
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
  if (item === null) return 'the line is no JSON object'
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
