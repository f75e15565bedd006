import { Command } from 'commander'
import { setTimeout as pause } from 'node:timers/promises'
import type { RollupReport, Rollups, WorkspaceRef } from '../../core/contract/index.js'
import { StartError } from '../start-error.js'
import { closeAll, openStores } from '../stores.js'
import { unlessInUse } from './in-use.js'
import { createLogger } from './logger.js'
import type { LoadSettings } from './settings.js'
import { say } from './terminal.js'
import { findWorkspace } from './workspaces-repository.js'

export const rollupsCommand = (load: LoadSettings): Command =>
  new Command('rollups')
    .summary('look after the compact copies of the events')
    .addCommand(
      new Command('check')
        .summary('compare the rollups of a workspace with its events')
        .description(
          'Reads all events of the workspace and says in which UTC days a rollup says something else. Ends with 1 if one ' +
            'does. On embedded engines the service must not be running: it answers GET /api/v1/admin/rollups.',
        )
        .argument('<workspace>', 'its slug or id')
        .action((workspace: string) =>
          withRollups(load, workspace, async (rollups, ref) => rollups.check(ref)),
        ),
    )
    .addCommand(
      new Command('rebuild')
        .summary('make the rollups of a workspace anew, and check them')
        .description(
          'Makes them anew from the events and waits for the end. On embedded engines the service must not be running: ' +
            'POST /api/v1/admin/rollups/rebuild does the same beside its work.',
        )
        .argument('<workspace>', 'its slug or id')
        .action((workspace: string) =>
          withRollups(load, workspace, async (rollups, ref) => {
            await rollups.rebuild(ref)
            return whenBuilt(rollups, ref)
          }),
        ),
    )

type Work = (rollups: Rollups, workspace: WorkspaceRef) => Promise<readonly RollupReport[]>

async function withRollups(load: LoadSettings, slugOrId: string, work: Work): Promise<void> {
  const settings = load({ LOG_LEVEL: 'warn' })
  const log = createLogger(settings.logLevel, 'stderr')
  const instead = 'ask it: GET /api/v1/admin/rollups, POST /api/v1/admin/rollups/rebuild'
  const { analytics, records, stopEngines } = await unlessInUse(openStores(settings, log), settings, instead)
  try {
    const workspace = await findWorkspace(records, slugOrId)
    if (workspace === null) throw new StartError(`there is no workspace ${slugOrId}`)
    await analytics.prepare([workspace])
    if (analytics.rollups === undefined) say('this storage keeps no rollups')
    else report(await work(analytics.rollups, workspace))
  } finally {
    await closeAll([analytics, records])
    await stopEngines()
  }
}

const lookMs = 500

/** Nothing is compared before all of them are built. */
async function whenBuilt(rollups: Rollups, workspace: WorkspaceRef): Promise<readonly RollupReport[]> {
  for (;;) {
    const reports = await rollups.check(workspace)
    if (reports.every(({ built }) => built === 1)) return reports
    await pause(lookMs)
  }
}

function report(reports: readonly RollupReport[]): void {
  for (const { name, built, differs } of reports) {
    const days = differs.length === 0 ? 'says what the events say' : `differs on ${differs.join(', ')}`
    say(`${name}: ${built < 1 ? `built of ${Math.floor(built * 100)} % of the parts` : days}`)
    if (differs.length > 0) process.exitCode = 1
  }
}
