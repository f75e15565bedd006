import type { Test } from 'tap'
import type { Ingestion } from '../http/ingestion.js'
import type { Called } from '../support/request.js'

/** The same workspace over every store; the first is memory, whose responses the others must equal. */
export type Ingestions = readonly Ingestion[]

/** An object of names and values that are already JSON text. */
export const objectOf = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`

/** Checks that all stores respond alike, ignoring the order of members. Returns memory's response. */
export async function alike(
  t: Test,
  all: Ingestions,
  what: string,
  ask: (fixture: Ingestion) => Promise<Called>,
): Promise<Called> {
  const answers = await Promise.all(all.map(ask))
  const [expected, ...others] = answers.map(({ status, body }) => stable({ status, body }))
  for (const [index, found] of others.entries())
    t.ok(found === expected, `${what} on ${all[index + 1]?.service.over}`, {
      difference: differenceOf(expected ?? '', found),
    })
  return answers[0] as Called
}

/** Returns both texts from shortly before the first differing character. */
export function differenceOf(
  expected: string,
  found: string,
): { readonly memory: string; readonly found: string } {
  let at = 0
  while (at < expected.length && expected[at] === found[at]) at++
  const near = (text: string): string => text.slice(Math.max(0, at - 100), at + 200)
  return { memory: near(expected), found: near(found) }
}

const volatile = new Set(['request_id', 'meta'])

/** Returns the same string for equal values. */
export const stable = (value: unknown): string =>
  JSON.stringify(value, (name, member: unknown) => {
    if (volatile.has(name)) return undefined
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member
    const entries = Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))
    // As pairs: a member called __proto__ would be lost in an object.
    return { members: entries.filter(([key]) => !volatile.has(key)) }
  })

export const today = { range: 'today' }
/** Sends a GET below /api/v1. */
export const call =
  (path: string, query: Readonly<Record<string, string>> = today) =>
  ({ service, id }: Ingestion): Promise<Called> =>
    service.call('GET', `/api/v1/${path}`, { workspace: id, query })
