import {
  findingOk,
  findingWarn,
  type CheckContext,
  type CheckDefinition,
  type Finding,
} from '../../contract/index.js'

/** Seconds by which the clocks of two machines may differ. */
const tolerance = 5

/** Compares the clocks of the servers with this machine's. */
export const clockCheck: CheckDefinition = {
  name: 'clocks',
  async run(check) {
    const findings: Finding[] = []
    for await (const { engine, time } of engineClocks(check))
      findings.push(clockFinding(engine, time, check.clock()))
    return findings
  },
}

async function* engineClocks({ settings, records, storage }: CheckContext) {
  const [row] = await records.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  if (row) yield { engine: 'Postgres', time: row.now.getTime() }
  if (storage.name !== 'clickhouse') return
  for (const url of settings.clickhouseUrls) {
    const { origin, host } = new URL(url)
    const answer = await fetch(`${origin}/ping`, { signal: AbortSignal.timeout(5_000) })
    const time = Date.parse(answer.headers.get('date') ?? '')
    const engine = settings.clickhouseUrls.length > 1 ? `ClickHouse at ${host}` : 'ClickHouse'
    if (!Number.isNaN(time)) yield { engine, time }
  }
}

export function clockFinding(engine: string, time: number, now: number): Finding {
  const seconds = Math.abs(now - time) / 1000
  if (seconds <= tolerance) return findingOk('clock', `agrees with that of ${engine}`)
  return findingWarn(
    'clock',
    `differs by ${Math.round(seconds)} s from that of ${engine}; synchronize both with a time server`,
  )
}
