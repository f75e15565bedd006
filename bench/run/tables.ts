import type { Cost } from '../meter.js'
import { floors, mostOverFloor } from '../questions/floors.js'
import type { Found } from './question.js'

/** The targets of large workspaces count from this number of events on. */
const large = 30_000_000

const times = (cost: Cost | null, base: Cost | null): number | null =>
  cost === null || base === null || base.cpu === 0 ? null : cost.cpu / base.cpu
const ratio = (value: number | null): string =>
  value === null ? '–' : value >= 20 ? value.toFixed(0) : value.toFixed(1)
const whole = (value: number): string => Math.round(value).toLocaleString('en')
const rows = (cost: Cost | null): string =>
  cost === null
    ? '–'
    : cost.rows >= 1e6
      ? `${(cost.rows / 1e6).toFixed(1)} M`
      : `${(cost.rows / 1e3).toFixed(0)} k`
const memory = (cost: Cost | null): string => (cost === null ? '–' : whole(cost.memory))

/** A ratio with its target: ✓ at or below it, ✗ above. */
const against = (value: number | null, target: number | undefined): string =>
  value === null || target === undefined
    ? ratio(value)
    : `${ratio(value)} ${value <= target ? '✓' : '✗'} ${target}`

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [line(head), line(head.map((_, at) => (at === 0 ? '---' : '---:'))), ...lines.map(line)].join('\n')

/** Each question against the bare scan of its columns. */
export const againstBare = (found: readonly Found[], events: number): string =>
  table(
    ['question', 'bare ms', 'from the events', 'from rollups', 'rows read', '', 'MB held', ''],
    found.map(({ question: { name, target }, bare, raw, rollup }) => [
      name,
      bare?.cpu.toFixed(1) ?? '–',
      against(times(raw, bare), events >= large ? target?.rawLarge : target?.raw),
      against(times(rollup, bare), events >= large ? target?.rollupLarge : target?.rollup),
      rows(raw),
      rows(rollup),
      memory(raw),
      memory(rollup),
    ]),
  )

/** What the service answers from, as a multiple of the cheapest statement that could answer. */
export const againstFloors = (found: readonly Found[]): string =>
  table(
    [
      'question',
      'cheapest statement that could answer',
      'times bare',
      'from the events',
      'as the service answers',
    ],
    found.flatMap(({ question: { name }, bare, raw, rollup, floor }) =>
      floor === null
        ? []
        : [
            [
              name,
              floors[name]?.shape ?? '',
              ratio(times(floor, bare)),
              ratio(times(raw, floor)),
              against(times(rollup ?? raw, floor), mostOverFloor),
            ],
          ],
    ),
  )

/** The cost of competitors' shapes as a multiple of ours. */
export const againstPeers = (found: readonly Found[]): string =>
  table(
    [
      'question',
      'shape',
      'times ours, from the events',
      'as the service answers',
      'MB held: theirs',
      'ours',
      'numbers',
    ],
    found.flatMap(({ question, raw, rollup, peers }) =>
      peers.map(({ peer, cost, same }) => {
        const answered = times(cost, rollup ?? raw)
        const reached =
          peer.target === undefined || answered === null
            ? ''
            : answered >= peer.target
              ? ` ✓ ${peer.target}`
              : ` ✗ ${peer.target}`
        return [
          question.name,
          `${peer.of}: ${peer.shape}`,
          ratio(times(cost, raw)),
          cost === null ? 'gave up' : ratio(answered) + reached,
          memory(cost),
          memory(rollup ?? raw),
          cost === null ? '–' : same ? 'the same' : (peer.differs ?? ''),
        ]
      }),
    ),
  )

interface Verdict {
  readonly text: string
  readonly reached: boolean
}

function verdictsOf(
  { question: { name, target }, bare, raw, rollup, peers }: Found,
  events: number,
): readonly Verdict[] {
  const [whole, kept] =
    events >= large ? [target?.rawLarge, target?.rollupLarge] : [target?.raw, target?.rollup]
  const least = (value: number | null, most: number | undefined, from: string): readonly Verdict[] =>
    value === null || most === undefined
      ? []
      : [{ text: `${name} from ${from} (${ratio(value)}, at most ${most})`, reached: value <= most }]
  const most = peers.flatMap(({ peer, cost }): readonly Verdict[] => {
    const value = times(cost, rollup ?? raw)
    return value === null || peer.target === undefined
      ? []
      : [
          {
            text: `${name} against ${peer.of}, ${peer.shape} (${ratio(value)}, at least ${peer.target})`,
            reached: value >= peer.target,
          },
        ]
  })
  return [
    ...least(times(raw, bare), whole, 'the events'),
    ...least(times(rollup, bare), kept, 'rollups'),
    ...most,
  ]
}

/** The targets that are reached and missed. */
export function verdicts(found: readonly Found[], events: number): string {
  const all = found.flatMap((one) => verdictsOf(one, events))
  const list = (reached: boolean): string => {
    const some = all.filter((one) => one.reached === reached)
    return `${some.length} of ${all.length} targets ${reached ? 'reached' : 'missed'}: ${some.map(({ text }) => text).join('; ') || 'none'}.`
  }
  return `${list(true)}\n\n${list(false)}`
}

/** How the costs grow from the first size to the others. */
export function growth(sizes: readonly number[], all: readonly (readonly Found[])[]): string {
  const [base = [], ...rest] = all
  return table(
    ['question', ...rest.flatMap((_, at) => [`${size(sizes[at + 1])}: bare`, 'events', 'rollups'])],
    base.map((one) => [
      one.question.name,
      ...rest.flatMap((found) => {
        const other = found.find(({ question }) => question.name === one.question.name)
        return [
          ratio(times(other?.bare ?? null, one.bare)),
          ratio(times(other?.raw ?? null, one.raw)),
          ratio(times(other?.rollup ?? null, one.rollup)),
        ]
      }),
    ]),
  )
}

export const size = (events = 0): string => `${events / 1e6} million`
