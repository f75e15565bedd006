import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import type { ClickHouseConnection } from '../../storage-adapters/clickhouse/connection.js'
import type { WorkspaceRef } from '../../core/contract/index.js'
import { silentLog } from '../support/silent-log.js'
import { linksOnly, randomLinks } from './linking.js'

/** Runs as a process of its own that stores random links until it is killed. */
export interface Linking {
  readonly workspace: WorkspaceRef
  readonly connection: ClickHouseConnection
  readonly seed: number
}

const { workspace, connection, seed } = JSON.parse(process.argv[2] ?? '{}') as Linking
const store = createClickHouseStore({ connection, log: silentLog })
for (let turn = 0; ; turn++) {
  await store.append(workspace, linksOnly(randomLinks(seed * 1_000 + turn, 6)))
  process.stdout.write('.')
}
