import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import pg from 'pg'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientConfig } from '../../storage-adapters/postgres/records/connection.js'
import { startPostgres } from '../../storage-adapters/embedded/index.js'
import { createMemoryStore } from '../../storage-adapters/memory/store.js'
import { quiet } from '../engine.js'
import { cpuOfFamily } from '../processor-time.js'
import { benchService } from '../service.js'

/**
 * npm run bench:records -- [workspaces]: what a workspace costs the record database: bytes with its indexes, of one with an
 * ingest key and ten saved questions, and the processor time of Postgres to create it. Its events are elsewhere (in memory,
 * none).
 */
const workspaces = Number(process.argv[2] ?? 200)
const questions = 10
const question = { path: '/api/v1/metrics/dau', query: 'range=30d' }

const directory = mkdtempSync(join(tmpdir(), 'sextant-bench-'))
chmodSync(directory, 0o755)
const postgres = await startPostgres({ directory: join(directory, 'postgres'), log: quiet })
const service = await benchService({ postgres, stop: () => postgres.stop() }, createMemoryStore())
const direct = new pg.Client(clientConfig(postgres))
try {
  await direct.connect()
  const bytes = async (): Promise<number> => {
    const found = await direct.query<{ bytes: string }>(
      `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'sextant' AND c.relkind IN ('r', 'p')`,
    )
    return Number(found.rows[0]?.bytes)
  }
  const [before, cpu] = [await bytes(), cpuOfFamily(postgres.pid)]
  for (let made = 0; made < workspaces; made++) {
    const { ask } = await service.workspace(`workspace-${made}`)
    for (let at = 0; at < questions; at++)
      await ask({
        path: 'questions',
        body: { name: `Question ${at}`, question, tags: ['growth'], chart: 'line' },
      })
  }
  const [after, later] = [await bytes(), cpuOfFamily(postgres.pid)]
  console.log(`| records of a workspace | |\n| --- | ---: |`)
  console.log(
    `| kilobytes, with ${questions} saved questions | ${((after - before) / workspaces / 1e3).toFixed(1)} |`,
  )
  console.log(
    `| milliseconds of Postgres to create them | ${(((later - cpu) * 1000) / workspaces).toFixed(1)} |`,
  )
} finally {
  await direct.end()
  await service.close()
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
}
