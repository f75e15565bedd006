import type { Batch, LinkRow } from '../../contract/index.js'

/**
 * Merges batches into one, in order. The first of several rows with the same message_id stays, because a retry may be
 * written together with the first try. The latest of several equal links stays.
 */
export function merge(batches: readonly Batch[]): Batch {
  return {
    events: once(batches.map((batch) => batch.events)),
    logs: once(batches.map((batch) => batch.logs)),
    links: latest(batches.map((batch) => batch.links)),
    traits: once(batches.map((batch) => batch.traits)),
    contexts: once(batches.map((batch) => batch.contexts)),
    metrics: once(batches.map((batch) => batch.metrics)),
  }
}

function once<R extends { readonly message_id: string | null }>(lists: readonly (readonly R[])[]): R[] {
  const result: R[] = []
  const seen = new Set<string>()
  for (const rows of lists)
    for (const row of rows) {
      if (row.message_id !== null) {
        const { size } = seen
        if (seen.add(row.message_id).size === size) continue
      }
      result.push(row)
    }
  return result
}

function latest(lists: readonly (readonly LinkRow[])[]): LinkRow[] {
  const result: LinkRow[] = []
  /** The place of each device's first pair in the result; almost no device has a second. */
  const firsts = new Map<string, number>()
  const others = new Map<string, number>()
  for (const links of lists)
    for (const link of links) {
      let [places, key, place] = [firsts, link.device_id, firsts.get(link.device_id)]
      if (place !== undefined && result[place]?.user_id !== link.user_id) {
        // Cleaned strings contain no NUL, so it separates the two ids.
        key = `${link.device_id}\0${link.user_id}`
        places = others
        place = others.get(key)
      }
      if (place === undefined) places.set(key, result.push(link) - 1)
      else if ((result[place]?.timestamp ?? 0) < link.timestamp) result[place] = link
    }
  return result
}
