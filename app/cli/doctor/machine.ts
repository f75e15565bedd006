import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Settings, StorageDefinition } from '../../../core/contract/index.js'
import { wordsOf } from '../../start-error.js'
import { fail, ok, warn, type Finding } from './finding.js'

const oldestNode = [20, 19] as const
const gigabyte = 1024 ** 3

export async function* machineFindings(
  settings: Settings,
  storage: StorageDefinition,
): AsyncGenerator<Finding> {
  yield nodeVersion(process.versions.node)
  yield* await dataDirectory(settings.dataDir)
  if (process.getuid?.() === 0)
    for (const engine of ownEngines(settings, storage)) yield await account(`sextant-${engine}`)
}

/** The embedded engines that run under accounts of their own. */
const ownEngines = (settings: Settings, { name, inDataDir }: StorageDefinition): readonly string[] => [
  ...(name === 'clickhouse' && inDataDir?.(settings) === true ? ['clickhouse'] : []),
  ...(settings.databaseUrl === null ? ['postgres'] : []),
]

function nodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor, wantedMinor] = oldestNode
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return ok('node', version)
  return fail('node', `${version} is too old; install ${wantedMajor}.${wantedMinor} or a later version`)
}

async function dataDirectory(dataDir: string): Promise<readonly Finding[]> {
  const there = await existing(dataDir)
  const subject = 'data directory'
  try {
    await access(there, constants.W_OK | constants.X_OK)
  } catch (error) {
    return [fail(subject, `${wordsOf(error)}; give this user write access, or set another DATA_DIR`)]
  }
  const { bavail, bsize } = await statfs(there)
  const free = (bavail * bsize) / gigabyte
  const words = `${free.toFixed(1)} GB free at ${there}`
  return [
    ok(subject, there === dataDir ? `${dataDir} is writable` : `${dataDir} is created at the first start`),
    free < 0.5
      ? fail('disk', `${words}; the engines need at least half a gigabyte`)
      : free < 5
        ? warn('disk', `${words}; that is not much for events`)
        : ok('disk', words),
  ]
}

/** Returns the folder itself, or its closest existing ancestor. */
export async function existing(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const isThere = await access(at).then(
      () => true,
      () => false,
    )
    if (isThere || at === dirname(at)) return at
  }
}

async function account(name: string): Promise<Finding> {
  const found = await promisify(execFile)('id', ['-u', name]).then(
    () => true,
    () => false,
  )
  return found
    ? ok('account', `${name} exists: as root, the engine runs under an account of its own`)
    : warn('account', `${name} does not exist yet; the first start as root creates it with useradd`)
}
