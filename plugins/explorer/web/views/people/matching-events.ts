import { leavesOf } from '../../rows/flatten.js'
import type { SessionEvents } from './sessions-of.js'

/** The sessions with the events whose name, properties or values contain every word; without words, all of them. */
export function matchingEvents(sessions: readonly SessionEvents[], typed: string): readonly SessionEvents[] {
  const words = typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return sessions
  return sessions
    .map((session) => ({
      ...session,
      events: session.events.filter(({ row }) => {
        const leaves = leavesOf(row.properties).map(({ field, value }) => `${field} ${value}`)
        const text = [row.event_name, ...leaves].join(' ').toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ events }) => events.length > 0)
}
