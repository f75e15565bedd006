import type pg from 'pg'
import type { Log, WorkspaceRef } from '../../../contract/index.js'
import { viewCatalogue, type ViewCatalogue } from '../../sql/views/catalogue.js'
import { checkRollups } from './rollups/check.js'
import { rollupState, type RollupState } from './rollups/state.js'
import { rollups } from './rollups/tables.js'

interface Options {
  readonly withClient: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>
  readonly schemaOf: (workspace: WorkspaceRef) => string
  readonly log: Log
  /** Whether views answer; they are maintained in any case. */
  readonly answer: boolean
}

export type PostgresViews = ViewCatalogue & Pick<RollupState, 'look' | 'doubt'>

/** The views of Postgres: all rollups together are one view, as triggers maintain them together. */
export function postgresViews({ withClient, schemaOf, log, answer }: Options): PostgresViews {
  const state = rollupState(withClient, schemaOf, log)
  const catalogue = viewCatalogue([
    {
      names: rollups.map(({ name }) => name),
      freshness: (workspace) => (answer && state.answers(workspace) ? 'whole' : 'absent'),
      check: (workspace) => withClient((client) => checkRollups(client, schemaOf(workspace))),
      rebuild: (workspace) => state.rebuild(workspace),
      forget: (workspace) => state.forget(workspace),
      close: () => state.close(),
    },
  ])
  return {
    ...catalogue,
    look: (workspace) => state.look(workspace),
    doubt: (workspace) => state.doubt(workspace),
  }
}
