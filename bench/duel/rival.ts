import type { ClickHouseClient } from '@clickhouse/client'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { eventRows, sessionsOf, type RowShape } from '../data/rows.js'
import type { SentEvent } from '../sent-event.js'
import type { RivalAnswer } from './rival-process.js'

/** DuckDB over a Parquet file. */
export interface Rival {
  ask(statement: string): Promise<RivalAnswer>
  /** Adds events in a second file, as one who keeps such files does. */
  add(events: readonly SentEvent[]): Promise<void>
  stop(): Promise<void>
}

const properties = {
  VARCHAR: ['plan', 'path', 'title', 'referrer', 'language', 'campaign', 'source', 'theme', 'experiment'],
  DOUBLE: ['amount', 'position', 'items', 'duration_ms', 'width', 'score', 'retries'],
  BOOLEAN: ['first', 'consent', 'beta', 'cached'],
}
const structure = JSON.stringify(
  Object.fromEntries(
    Object.entries(properties).flatMap(([type, names]) => names.map((name) => [name, type])),
  ),
)
/** Typed columns of JSON rows. The order is that in which events arrive. */
const typed = `epoch_ms(ms) AS ts, event_name AS event, device_id, session_id, country, os, device_type, platform, browser,
  app_version, unnest(json_transform(properties, '${structure}'))`

/** Writes the rows to a Parquet file in the directory, and starts DuckDB over it, with the links as a table. */
export async function startRival(
  client: ClickHouseClient,
  directory: string,
  events: number,
  shape: RowShape,
): Promise<Rival> {
  const file = (name: string): string => `'${join(directory, name)}'`
  const rows = eventRows(events, 0, sessionsOf(events, shape), shape)
  const query = `SELECT toUnixTimestamp64Milli(timestamp) AS ms, * EXCEPT (timestamp, day, message) FROM (${rows}) FORMAT Parquet`
  const { stream } = await client.exec({ query })
  await pipeline(stream, createWriteStream(join(directory, 'raw.parquet')))

  const child = fork(fileURLToPath(new URL('rival-process.js', import.meta.url)))
  const ask = async (statement: string): Promise<RivalAnswer> => {
    child.send(statement)
    const [found] = (await once(child, 'message')) as [RivalAnswer]
    if (found.error !== undefined) throw new Error(`${found.error}: ${statement}`)
    return found
  }
  const over = async (...names: readonly string[]): Promise<void> => {
    await ask(`CREATE OR REPLACE VIEW events AS SELECT * FROM read_parquet([${names.map(file).join(', ')}])`)
    await ask(
      `CREATE OR REPLACE VIEW people AS SELECT e.*, coalesce(l.user_id, e.device_id) AS person
        FROM events AS e LEFT JOIN links AS l USING (device_id)`,
    )
  }
  await ask(
    `COPY (SELECT ${typed} FROM read_parquet(${file('raw.parquet')}) ORDER BY ms) TO ${file('events.parquet')} (FORMAT parquet, COMPRESSION zstd)`,
  )
  await ask(
    `CREATE TABLE links AS SELECT device_id, any_value(user_id) AS user_id FROM read_parquet(${file('raw.parquet')})
      WHERE user_id != '' GROUP BY device_id`,
  )
  await over('events.parquet')
  return {
    ask,
    async add(more) {
      const lines = more.map((event) => {
        const { timestamp, session_id, device_id, context } = event
        const own = { ms: Date.parse(timestamp), event_name: event.event, session_id, device_id }
        const rest = { os: '', country: '', device_type: '', platform: '', browser: '', app_version: '' }
        return JSON.stringify({ ...own, ...rest, ...context, properties: event.properties })
      })
      const list = lines.map((line) => `'${line.replaceAll("'", "''")}'`).join(', ')
      const columns = Object.keys(JSON.parse(lines[0] ?? '{}') as object)
        .map((name) => `${name === 'ms' ? `(line->>'ms')::BIGINT` : `line->>'${name}'`} AS ${name}`)
        .join(', ')
      const made = `SELECT ${columns} FROM (SELECT unnest([${list}])::JSON AS line)`
      await ask(`COPY (SELECT ${typed} FROM (${made})) TO ${file('more.parquet')} (FORMAT parquet)`)
      await over('events.parquet', 'more.parquet')
    },
    async stop() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
