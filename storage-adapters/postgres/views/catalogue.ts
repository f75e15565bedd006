import type pg from 'pg'
import type { Log, ViewReport, WorkspaceRef } from '../../../contract/index.js'
import { viewCatalogue, type ViewCatalogue } from '../../sql/views/catalogue.js'
import { checkDays } from './device-days/check.js'
import { daysView } from './device-days/view.js'
import { checkRollups } from './rollups/check.js'
import { rollupView } from './rollups/triggers.js'
import { viewProgress } from './triggered/state.js'
import type { TriggeredView } from './triggered/view.js'

interface Options {
  readonly withClient: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>
  readonly schemaOf: (workspace: WorkspaceRef) => string
  readonly log: Log
  /** Whether views answer; they are maintained in any case. */
  readonly answer: boolean
}

export interface PostgresViews extends ViewCatalogue {
  /** Checks whether all views are complete, and counts missing events in the background. */
  look(workspace: WorkspaceRef): Promise<void>
  /** Notes that a statement which reads these found an incomplete view, and counts missing events in the background. */
  doubt(workspace: WorkspaceRef, reads: readonly string[]): void
}

type Check = (client: pg.ClientBase, schema: string) => Promise<readonly ViewReport[]>

/** The views of Postgres: all rollups together, as the same triggers maintain them, and the days of devices. */
export function postgresViews({ withClient, schemaOf, log, answer }: Options): PostgresViews {
  const opened = (view: TriggeredView, check: Check) => {
    const progress = viewProgress(view, withClient, schemaOf, log)
    return {
      ...progress,
      names: view.names,
      freshness: (workspace: WorkspaceRef) =>
        answer && progress.answers(workspace) ? ('whole' as const) : ('absent' as const),
      check: (workspace: WorkspaceRef) => withClient((client) => check(client, schemaOf(workspace))),
    }
  }
  const views = [opened(rollupView, checkRollups), opened(daysView, checkDays)]
  return {
    ...viewCatalogue(views),
    async look(workspace) {
      await Promise.all(views.map((view) => view.look(workspace)))
    },
    doubt(workspace, reads) {
      for (const view of views) if (view.names.some((name) => reads.includes(name))) view.doubt(workspace)
    },
  }
}
