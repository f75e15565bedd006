import type { Batch, LinkRow } from '../../core/contract/index.js'

/**
 * Merges batches into one, in order. The first of several rows with the same message_id stays, because a retry may be
 * written together with the first try. The latest of several equal links stays.
 */
export function merge(batches: readonly Batch[]): Batch {
  return {
    events: once(batches.flatMap((batch) => batch.events)),
    logs: once(batches.flatMap((batch) => batch.logs)),
    links: latest(batches.flatMap((batch) => batch.links)),
    traits: once(batches.flatMap((batch) => batch.traits)),
    contexts: once(batches.flatMap((batch) => batch.contexts)),
    metrics: once(batches.flatMap((batch) => batch.metrics)),
  }
}

function once<R extends { readonly message_id: string | null }>(rows: readonly R[]): readonly R[] {
  const seen = new Set<string>()
  return rows.filter(({ message_id: id }) => {
    if (id === null) return true
    if (seen.has(id)) return false
    seen.add(id)
    return true
  })
}

function latest(links: readonly LinkRow[]): readonly LinkRow[] {
  const byPair = new Map<string, LinkRow>()
  for (const link of links) {
    // Cleaned strings contain no NUL, so it separates the two ids.
    const pair = `${link.device_id}\0${link.user_id}`
    const known = byPair.get(pair)
    if (known === undefined || known.timestamp < link.timestamp) byPair.set(pair, link)
  }
  return [...byPair.values()]
}
