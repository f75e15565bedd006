import t from 'tap'
import { connect } from '../../storage-adapters/clickhouse/connection.js'
import { createClickHouseStore } from '../../storage-adapters/clickhouse/store.js'
import { createPostgresStore } from '../../storage-adapters/postgres/store.js'
import { testEngines } from '../support/engines.js'
import { temporaryDatabase } from '../support/records.js'
import { silentLog } from '../support/silent-log.js'
import type { AnalyticsStore, WorkspaceRef } from '../../contract/index.js'
import { rebuilt, rollupsHold } from './rollups-hold.js'
import { start } from './rollup-plans.js'
import { propertyRuns } from './seeded.js'

/** Random data sets of about 20 plans each, in addition to the fixed ones. */
const runs = propertyRuns(4)

t.test('rollups on ClickHouse answer like the rows themselves', async (t) => {
  const connection = testEngines().clickhouse
  // The second day is the first with stored days of persons, and these are built only on request.
  const firstDay = (): number => start + 86_400_000
  const answered: number[] = []
  const shares: number[] = []
  const personDays = {
    ...{
      leastRows: Infinity,
      leastUsers: 0,
      lookMs: Infinity,
      leastAgeMs: 0,
      mostOfTime: 1,
      mostHeld: Infinity,
      firstDay,
      worthComparing: 3,
      mostNewer: 1,
    },
    answered: (changed: number) => void answered.push(changed),
    newer: (share: number) => void shares.push(share),
  }
  const on = createClickHouseStore({ connection, log: silentLog, personDays })
  const off = createClickHouseStore({ connection, log: silentLog, views: false })
  t.teardown(() => Promise.all([on.close(), off.close()]))
  const keep = (workspace: WorkspaceRef): Promise<void> => rebuilt(on, workspace)
  const client = connect(connection)
  t.teardown(() => client.close())
  const merge = async ({ number }: WorkspaceRef): Promise<void> => {
    await client.command({ query: `OPTIMIZE TABLE w${number}.events_v1 FINAL` })
  }
  await rollupsHold(t, { on, off, mark: 'mergeTreeProjection', share: 1 / 3, keep, merge }, runs, () => {
    t.ok(answered.includes(0), 'some from the days of persons as they were kept')
    const changed = answered.filter((devices) => devices > 0).length
    t.ok(changed > 0, `${changed} with later rows and links beside them`)
    t.ok(shares.includes(0), 'some from the sessions of several days as they were kept')
    t.ok(
      shares.some((share) => share > 0),
      'and some with those of later rows',
    )
  })
})

t.test('rollups on Postgres answer like the rows themselves', async (t) => {
  const database = await temporaryDatabase()
  const connection = { url: database.url }
  const store = createPostgresStore({ connection, log: silentLog })
  let byDays = 0
  const on: AnalyticsStore = {
    ...store,
    compile(...asked) {
      const query = store.compile(...asked)
      if (query.reads?.includes('device_days') === true) byDays++
      return query
    },
  }
  const off = createPostgresStore({ connection, log: silentLog, views: false })
  t.teardown(async () => {
    await Promise.all([on.close(), off.close()])
    await database.drop()
  })
  await rollupsHold(t, { on, off, mark: 'sextant_functions.ask_', share: 1 / 4 }, runs, () => {
    t.ok(byDays > 20, `${byDays} from the days of devices`)
  })
})
