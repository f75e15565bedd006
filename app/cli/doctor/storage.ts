import { mkdtemp, rm, chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../../storage-adapters/embedded/index.js'
import type { CheckContext, EarlyCheckContext, Settings } from '../../../contract/index.js'
import type { Registry } from '../../../core/kernel/registries.js'
import { existing } from '../../../plugins/machine/existing.js'
import { createRandomId } from '../../random-id.js'
import { tokenKeyOfCommand } from '../../token-key.js'
import { openedStores } from '../command-context.js'
import { wordsOf } from '../../start-error.js'
import { closeAll, openStores, usesDataDir, type Stores } from '../../stores.js'
import { fail, ok, warn, type Finding } from './finding.js'
import { pluginCheckFindings } from './plugin-checks.js'

/** What all checks get; those that need the stores get these too. */
type Early = Omit<EarlyCheckContext, 'signal'>

/** Opens the stores and runs the checks that need them. */
export async function* storageFindings(early: Early, registry: Registry): AsyncGenerator<Finding> {
  const { settings, storage } = early
  const opened = (settings: Settings) => openedFindings({ ...early, settings }, registry)
  if (!usesDataDir(settings, storage)) {
    yield* opened(settings)
    return
  }
  const { dataDir } = settings
  const there = await existing(dataDir)
  if (there === dataDir) {
    const owner = (await stat(dataDir)).uid
    // The engines' files would change their owner, and the service could no longer open them.
    if (process.getuid?.() === 0 && owner !== 0)
      yield warn('engines', `not tried: ${dataDir} belongs to user ${owner}; run the doctor as that user`)
    else yield* opened(settings)
    return
  }
  // Tried in a temporary folder, so that nothing remains if there is no data directory yet.
  const trial = await mkdtemp(join(there, 'sextant-doctor-')).catch(() => null)
  if (trial === null) {
    yield fail('engines', `no folder can be created in ${there}; set another DATA_DIR`)
    return
  }
  try {
    await chmod(trial, 0o711)
    yield* opened({ ...settings, dataDir: trial })
  } finally {
    await rm(trial, { recursive: true, force: true })
  }
}

async function* openedFindings(early: Early, registry: Registry): AsyncGenerator<Finding> {
  const { settings, log } = early
  let stores: Stores
  try {
    stores = await openStores(settings, log, registry)
  } catch (error) {
    yield await notOpened(settings, error)
    return
  }
  const { analytics, records } = stores
  try {
    yield* pluginCheckFindings(registry, checkContext(early, registry, stores))
  } catch (error) {
    yield fail('storage', wordsOf(error))
  } finally {
    await closeAll([analytics, records])
    await stores.stopEngines()
  }
}

function checkContext(
  early: Early,
  registry: Registry,
  { analytics, records }: Stores,
): Omit<CheckContext, 'signal'> {
  const { settings, log, clock } = early
  const basics = { settings, log, clock, newId: createRandomId(), tokenKey: tokenKeyOfCommand(settings) }
  return { ...early, ...openedStores({ ...basics, analytics, records }, registry, settings) }
}

async function notOpened({ port, host }: Settings, error: unknown): Promise<Finding> {
  const words = wordsOf(error)
  if (!(error instanceof EngineError && words.includes(' is in use by process ')))
    return fail('storage', words)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  return answer?.status === 200
    ? ok('storage', `in use by a running service, and ${url} reports ready`)
    : warn('storage', `${words} (if that is the service: ${url} does not report ready)`)
}
