import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Account } from './account.js'
import { startChild, type Child } from './child.js'
import { hasLargePages, pageEnvironment } from './clickhouse-pages.js'
import { EngineError, type EngineLog } from './engine.js'
import { post } from './loopback.js'
import { stopOrphan } from './orphan.js'
import { endProcess, waitUntilGone } from './processes.js'
import { stopBounds } from './stop-bounds.js'
import type { Run } from './supervisor.js'

/** How one run of the engine is started. */
export interface ClickHousePlan {
  readonly directory: string
  readonly library: string
  readonly account: Account | undefined
  /** The open-file limit of the engine; null keeps that of this process. */
  readonly openFiles: number | null
  /**
   * Matches the databases whose tables this run does not load; null loads all. "keep" is for a restart: tables
   * that were not loaded or attached stay so.
   */
  readonly unloaded: RegExp | 'keep' | null
  /** The port; 0 for any free one. */
  readonly port: number
}

const childFile = fileURLToPath(new URL('./clickhouse-child.js', import.meta.url))
const startMilliseconds = 120_000

// Paths are relative to the working directory, so that SQL needs no quoted paths. The last statement reads
// standard input: it returns, and the engine ends, when this program does.
const script = [
  'SYSTEM START LISTEN HTTP',
  "SELECT getServerPort('http_port') INTO OUTFILE 'port' TRUNCATE FORMAT TSV",
  "SELECT * FROM file('-', 'LineAsString') FORMAT Null",
].join('; ')

/** Returns the child's arguments about hidden tables. */
function hiding(unloaded: ClickHousePlan['unloaded']): readonly [first: string, databases: string] {
  if (unloaded === 'keep') return ['keep', '']
  return unloaded === null ? ['show', ''] : ['hide', unloaded.source]
}

async function readPort(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text.endsWith('\n') ? Number.parseInt(text, 10) : undefined
}

async function stop(child: Child): Promise<void> {
  child.endInput()
  // A long query may delay an orderly stop; a forced one is safe too, as the engine's files survive any end.
  if (!child.ended && !(await waitUntilGone(child.pid, stopBounds.orderlyMs))) await abort(child)
  await child.exited
}

async function abort(child: Child): Promise<void> {
  await endProcess(child.pid, [
    ['SIGTERM', stopBounds.urgentMs],
    ['SIGKILL', stopBounds.forcedMs],
  ])
  await child.exited
}

/** Starts the engine once and waits until it responds. Throws EngineError. */
export async function runClickHouse(
  plan: ClickHousePlan,
  stopping: AbortSignal,
  log: EngineLog,
): Promise<Run & { readonly port: number }> {
  const { account, directory, library, port } = plan
  const data = join(directory, 'data')
  const pidFile = join(directory, 'engine.pid')
  const portFile = join(directory, 'run', 'port')
  const signals = [['SIGTERM', 10_000] as const, ['SIGKILL', 10_000] as const]
  await stopOrphan({ engine: 'ClickHouse', file: pidFile, mark: `--path=${data} `, signals }, log)
  await rm(portFile, { force: true })

  let firstError = ''
  const args = [
    ...[
      childFile,
      library,
      String(account?.uid ?? 0),
      String(account?.gid ?? 0),
      String(plan.openFiles ?? 0),
      ...[data, ...hiding(plan.unloaded)],
    ],
    ...[`--path=${data}`, `--config-file=${join(directory, 'config.xml')}`, `--query=${script}`],
    ...['--', `--http_port=${port}`, '--listen_host=127.0.0.1'],
  ]
  const child = await startChild(process.execPath, args, {
    cwd: join(directory, 'run'),
    // The child drops its privileges itself, after it has loaded files that only root may reach.
    account: undefined,
    environment: pageEnvironment(hasLargePages()),
    onOutput: () => undefined,
    onError(line) {
      firstError ||= line
      if (line) log.warn({ engine: 'ClickHouse', line }, 'engine output')
    },
  })
  try {
    await writeFile(pidFile, `${child.pid}\n`)
    const end = performance.now() + startMilliseconds
    for (;;) {
      if (child.ended) {
        const how = await child.exited
        throw new EngineError(`ClickHouse failed to start: ${firstError || how}`)
      }
      if (stopping.aborted) throw new EngineError('ClickHouse was stopped during its start')
      if (performance.now() > end) throw new EngineError('ClickHouse did not respond within two minutes')
      const bound = await readPort(portFile)
      if (bound !== undefined) {
        const answer = await post(bound, '/ping', {}, '').catch(() => undefined)
        if (answer?.status === 200) {
          const ends = { stop: () => stop(child), abort: () => abort(child) }
          return { pid: child.pid, port: bound, exited: child.exited, ...ends }
        }
      }
      await pause(5)
    }
  } catch (error) {
    await stop(child)
    throw error
  }
}
