import { Command } from 'commander'
import { setTimeout as pause } from 'node:timers/promises'
import type { ViewReport, Views, WorkspaceRef } from '../../core/contract/index.js'
import { loadRegistry } from '../load-registry.js'
import { allPlugins } from '../main.js'
import { unknownWorkspace } from '../start-error.js'
import { closeAll, openStores } from '../stores.js'
import { unlessInUse } from './in-use.js'
import { createLogger } from './logger.js'
import type { LoadSettings } from './settings.js'
import { say } from './terminal.js'
import { findWorkspace } from './workspaces-repository.js'

export const viewsCommand = (load: LoadSettings): Command =>
  new Command('views')
    .alias('rollups')
    .summary('check or rebuild the materialized views of a workspace')
    .addCommand(
      new Command('check')
        .summary('compare the views of a workspace with its events')
        .description(
          'Reads all events of the workspace and lists the UTC days on which a view differs from them. Exits with 1 if one ' +
            'does. With embedded engines the service must not be running; use its API instead: GET /api/v1/admin/views.',
        )
        .argument('<workspace>', 'its slug or id')
        .action((workspace: string) => withViews(load, workspace, async (views, ref) => views.check(ref))),
    )
    .addCommand(
      new Command('rebuild')
        .summary('rebuild the views of a workspace and check them')
        .description(
          'Rebuilds them from the events and waits until done. With embedded engines the service must not be running; ' +
            'POST /api/v1/admin/views/rebuild does the same while it runs.',
        )
        .argument('<workspace>', 'its slug or id')
        .action((workspace: string) =>
          withViews(load, workspace, async (views, ref) => {
            await views.rebuild(ref)
            return whenBuilt(views, ref)
          }),
        ),
    )

type Work = (views: Views, workspace: WorkspaceRef) => Promise<readonly ViewReport[]>

async function withViews(load: LoadSettings, slugOrId: string, work: Work): Promise<void> {
  const settings = load({ LOG_LEVEL: 'warn' })
  const log = createLogger(settings.logLevel, 'stderr')
  const instead = 'use its API: GET /api/v1/admin/views, POST /api/v1/admin/views/rebuild'
  const registry = loadRegistry(await allPlugins(settings))
  const opening = openStores(settings, log, registry)
  const { analytics, records, stopEngines } = await unlessInUse(opening, settings, instead)
  try {
    const workspace = await findWorkspace(records, slugOrId)
    if (workspace === null) throw unknownWorkspace(slugOrId)
    await analytics.prepare([workspace])
    if (analytics.views === undefined) say('this storage has no views')
    else report(await work(analytics.views, workspace))
  } finally {
    await closeAll([analytics, records])
    await stopEngines()
  }
}

const lookMs = 500

/** Checks only once all views are built. */
async function whenBuilt(views: Views, workspace: WorkspaceRef): Promise<readonly ViewReport[]> {
  for (;;) {
    const reports = await views.check(workspace)
    if (reports.every(({ built }) => built === 1)) return reports
    await pause(lookMs)
  }
}

function report(reports: readonly ViewReport[]): void {
  for (const { name, built, differs } of reports) {
    const days = differs.length === 0 ? 'agrees with the events' : `differs on ${differs.join(', ')}`
    say(`${name}: ${built < 1 ? `built of ${Math.floor(built * 100)} % of the parts` : days}`)
    if (differs.length > 0) process.exitCode = 1
  }
}
