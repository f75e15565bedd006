/** A row of the table "Against the bare scan" in bench/results/<size>-million.md. */
export interface Measured {
  readonly question: string
  /** Milliseconds of the engine's processor; null where the table has a dash. */
  readonly bareMs: number | null
  /** Times the bare scan, from the events alone. */
  readonly events: number | null
  /** Times the bare scan, as the service answers; null where only the events answer. */
  readonly views: number | null
}

/** A row of the table "Against other products". */
export interface PeerRow {
  readonly question: string
  readonly shape: string
  /** Times the cost of this service, as it answers. */
  readonly times: number | null
  /** `the same`, or why the numbers differ. */
  readonly numbers: string
}

/** Rows of the first table behind the heading `## <heading>`; throws if there is none. */
function tableUnder(page: string, heading: string): readonly (readonly string[])[] {
  const lines = page.split('\n')
  const at = lines.indexOf(`## ${heading}`)
  const first = lines.findIndex((line, index) => at >= 0 && index > at && line.startsWith('|'))
  if (first < 0) throw new Error(`no table under "${heading}"`)
  const end = lines.findIndex((line, index) => index > first && !line.startsWith('|'))
  const rows = lines.slice(first + 2, end < 0 ? lines.length : end)
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** `7.5 ✗ 2.5` → 7.5; `–` → null. */
function leading(cell = ''): number | null {
  const value = Number.parseFloat(cell)
  return Number.isNaN(value) ? null : value
}

/** @param page bench/results/<size>-million.md */
export const againstBareOf = (page: string): readonly Measured[] =>
  tableUnder(page, 'Against the bare scan').map(([question = '', bareMs, events, views]) => ({
    question,
    bareMs: leading(bareMs),
    events: leading(events),
    views: leading(views),
  }))

/** @param page bench/results/<size>-million.md of a size at which other products are measured too */
export const againstPeersOf = (page: string): readonly PeerRow[] =>
  tableUnder(page, 'Against other products').map(
    ([question = '', shape = '', , times, , , numbers = '']) => ({
      question,
      shape,
      times: leading(times),
      numbers,
    }),
  )
