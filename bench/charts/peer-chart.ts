import type { PeerRow } from './read-tables.js'
import { axisOf, grid, label, page, xOf } from './svg.js'

const width = 760
const top = 62
const rowHeight = 20

interface Cheapest {
  readonly question: string
  readonly shape: string
  readonly times: number
}

/** For each question the cheapest shape of another product that gives the same numbers; those without one are left out. */
export function cheapestOf(rows: readonly PeerRow[]): readonly Cheapest[] {
  const cheapest = new Map<string, Cheapest>()
  for (const { question, shape, times, numbers } of rows) {
    if (times === null || numbers !== 'the same') continue
    const known = cheapest.get(question)
    if (known === undefined || times < known.times) cheapest.set(question, { question, shape, times })
  }
  return [...cheapest.values()].sort((a, b) => b.times - a.times)
}

/** How many times the cost of this service the cheapest equal statement of other products takes. */
export function peerChart(rows: readonly PeerRow[], millions: number): string {
  const cheapest = cheapestOf(rows)
  const axis = axisOf(310, 600, [1, ...cheapest.map(({ times }) => times)])
  const bottom = top + cheapest.length * rowHeight
  const title = `Against other products, ${millions} million events`
  return page(width, bottom + 22, title, [
    label(0, 16, 'title', title),
    label(
      0,
      34,
      'small',
      'Processor time of the cheapest statement in another product’s shape that gives the same numbers,',
    ),
    label(0, 48, 'small', 'as times the cost of this service. Right of 1× this service is cheaper.'),
    ...grid(axis, top - 4, bottom),
    ...cheapest.flatMap(({ question, shape, times }, at) => {
      const [y, x, one] = [top + at * rowHeight, xOf(axis, times), xOf(axis, 1)]
      return [
        label(0, y + 13, '', question),
        `<path d="M${Math.min(x, one)} ${y + 9}H${Math.max(x, one)}" class="span"/>`,
        `<circle cx="${x}" cy="${y + 9}" r="4" class="served"/>`,
        label(612, y + 13, 'small', `${times}×  ${shape.split(':')[0] ?? ''}`),
      ]
    }),
  ])
}
