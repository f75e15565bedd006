import { numberIn, numberOf, rowsUnder, type ReadPage } from './tables.js'

/** Million events of the tables that the model is made from. */
export const sizes = [10, 50, 100] as const

/** What a question costs one server, by the number of events. */
export interface QuestionCosts {
  readonly question: string
  /** `events`: from the events alone; `service`: as the service answers, from views. */
  readonly way: 'events' | 'service'
  /** Whether that is the activity snapshot, which a cluster does not have. */
  readonly bySnapshot: boolean
  /** Milliseconds of processor time at 10 million events. */
  readonly ms: number
  /** Times that at 50 and at 100 million. */
  readonly growth: readonly [number, number]
  /** Megabytes held at 10, 50 and 100 million. */
  readonly memory: readonly [number, number, number]
}

/** Processor time of three shards and of one server, in milliseconds (bench:shards). */
export interface ShardCosts {
  readonly question: string
  readonly empty: number
  /** With a sixth and with half of the events of the three shards. */
  readonly parts: readonly [number, number]
  readonly threeEmpty: number
  readonly three: number
}

/** Everything measured that the model uses; each says which page of bench/results has it. */
export interface Constants {
  /** 10-million.md, 50-million.md, 100-million.md, growth.md. */
  readonly questions: readonly QuestionCosts[]
  /** shards.md. */
  readonly shards: readonly ShardCosts[]
  /** 100-million.md: bytes of an event, with its links and views. */
  readonly bytesOfEvent: number
  /** ingestion.md: rows a second of a core, of the service alone. */
  readonly rowsOfServiceCore: number
  /** ingestion.md: microseconds of an event, service, engine and merges. */
  readonly microsecondsOfEvent: number
  /** workspaces.md: kilobytes and milliseconds of an engine for the loaded tables of a workspace. */
  readonly kilobytesOfTables: number
  readonly millisecondsOfTables: number
  /** records.md: kilobytes of the record database. */
  readonly kilobytesOfRecords: number
}

export function readConstants(page: ReadPage): Constants {
  const largest = page('100-million')
  const workspaces = rowsUnder(page('workspaces'), '| 1,000 workspaces')
  const cell = (start: string): string => workspaces.find(([name]) => name?.startsWith(start))?.[1] ?? ''
  const [from = 0, to = 0] = cell('processor time of the engine until then').split('→').map(Number.parseFloat)
  const whole = rowsUnder(page('ingestion'), '| workspace | rows a second').find(
    ([name]) => name === 'as it is',
  )
  return {
    questions: questionsOf(page),
    shards: rowsUnder(page('shards'), '| question | one server, empty').map(([question = '', ...cells]) => {
      const [empty = 0, small = 0, large = 0, threeEmpty = 0, three = 0] = cells.map(Number)
      return { question, empty, parts: [small, large], threeEmpty, three }
    }),
    bytesOfEvent: bytesOf(largest),
    rowsOfServiceCore: numberIn(page('ingestion'), /([\d,]+) rows a second of a core in the service/),
    microsecondsOfEvent: numberOf(whole?.[3]) ?? NaN,
    kilobytesOfTables: numberOf(cell('memory of the engine')) ?? NaN,
    millisecondsOfTables: to - from,
    kilobytesOfRecords: numberIn(page('records'), /kilobytes, with 10 saved questions \| ([\d.]+)/),
  }
}

/** Tables of the workspace: `w1.events_v1: 100038393 rows, 16 parts, 7448 MB`. Logs and points are left out. */
function bytesOf(page: string): number {
  const tables = [...page.matchAll(/w1\.(\w+): (\d+) rows, \d+ parts, (\d+) MB/g)].map(
    ([, name = '', rows, megabytes]) => ({ name, rows: Number(rows), megabytes: Number(megabytes) }),
  )
  const events = tables.find(({ name }) => name === 'events_v1')?.rows ?? NaN
  const stored = tables.filter(({ name }) => !/^(logs|metrics)_/.test(name))
  return (stored.reduce((sum, { megabytes }) => sum + megabytes, 0) * 1e6) / events
}

function questionsOf(page: ReadPage): readonly QuestionCosts[] {
  const pages = sizes.map((size) => page(`${size}-million`))
  const tables = pages.map(
    (text) => new Map(rowsUnder(text, '| question | bare ms').map((row) => [row[0], row])),
  )
  const persons = numberIn(pages[2] ?? '', /person_days_\d+: (\d+) rows/) / 1e6
  return rowsUnder(page('growth'), '| question | 50 million: bare').flatMap(([question = '', ...growth]) =>
    (['events', 'service'] as const).flatMap((way, at) => {
      const rows = tables.map((table) => table.get(question))
      const ms = (numberOf(rows[0]?.[1]) ?? NaN) * (numberOf(rows[0]?.[2 + at]) ?? NaN)
      const [half, all] = [numberOf(growth[1 + at]), numberOf(growth[4 + at])]
      const [small = 0, middle = 0, large = 0] = rows.map((row) => numberOf(row?.[6 + at]) ?? NaN)
      if (Number.isNaN(ms) || half === null || all === null) return []
      const read = rows[2]?.[4 + at] ?? ''
      const bySnapshot = way === 'service' && read === `${persons.toFixed(1)} M`
      return [{ question, way, bySnapshot, ms, growth: [half, all], memory: [small, middle, large] }]
    }),
  )
}
