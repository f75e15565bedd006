import pg from 'pg'
import type { WorkspaceRef } from '../../contract/index.js'
import { connect, type ClickHouseConnection } from '../../storage-adapters/clickhouse/connection.js'
import { clickhouseLayouts, steps as clickhouseSteps } from '../../storage-adapters/clickhouse/layouts.js'
import { singleServer } from '../../storage-adapters/clickhouse/cluster/servers.js'
import { postgresLayouts, steps as postgresSteps } from '../../storage-adapters/postgres/layouts.js'
import { knownSettings } from '../../storage-adapters/clickhouse/table-settings.js'
import { silentLog } from '../support/silent-log.js'

/**
 * Runs as a process of its own that kills itself with SIGKILL after this many statements of the first step.
 */
export interface KilledChange {
  readonly workspace: WorkspaceRef
  readonly statements: number
  readonly clickhouse?: ClickHouseConnection
  readonly postgres?: string
}

const { workspace, statements, clickhouse, postgres } = JSON.parse(process.argv[2] ?? '{}') as KilledChange
let left = statements
const count = (): void => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}

const nothing = () => Promise.resolve()
const record = { applied: 1, finished: 1 }

if (clickhouse !== undefined) {
  const client = connect(clickhouse)
  const servers = singleServer(client)
  const settings = knownSettings(client)
  const everywhere = async (statement: (on: string) => string): Promise<void> => {
    await servers.everywhere(statement)
    count()
  }
  const layouts = clickhouseLayouts({
    servers,
    settings,
    create: nothing,
    changed: nothing,
    during: (_, work) => work(),
  })
  await layouts.record(workspace, record, async (target) =>
    clickhouseSteps[0]?.apply({ ...target, servers: { ...servers, everywhere } }),
  )
}
if (postgres !== undefined) {
  const pool = new pg.Pool({ connectionString: postgres })
  const client = await pool.connect()
  const layouts = postgresLayouts({
    locked: (work) => work(client),
    withClient: (work) => work(client),
    ground: () => Promise.resolve({ accounts: null, callable: new Set() }),
    create: nothing,
    log: silentLog,
  })
  await layouts.record(workspace, record, async (target) => {
    await postgresSteps[0]?.apply(target)
    count()
  })
}
