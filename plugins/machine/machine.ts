import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import {
  findingFail,
  findingOk,
  findingWarn,
  type EarlyCheckContext,
  type EarlyCheckDefinition,
  type Finding,
  type Settings,
} from '../../contract/index.js'
import { existing } from './existing.js'

const oldestNode = [20, 19] as const
const gigabyte = 1024 ** 3

/** The version of Node, the data directory, its disk and the accounts of embedded engines. */
export const machineCheck: EarlyCheckDefinition = {
  name: 'machine',
  before: 'stores',
  async run({ settings, storage }) {
    const findings = [nodeVersion(process.versions.node), ...(await dataDirectory(settings.dataDir))]
    if (process.getuid?.() === 0)
      for (const engine of ownEngines(settings, storage)) findings.push(await account(`sextant-${engine}`))
    return findings
  },
}

/** The embedded engines that run under accounts of their own. */
const ownEngines = (
  settings: Settings,
  { name, inDataDir }: EarlyCheckContext['storage'],
): readonly string[] => [
  ...(name === 'clickhouse' && inDataDir?.(settings) === true ? ['clickhouse'] : []),
  ...(settings.databaseUrl === null ? ['postgres'] : []),
]

export function nodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [wantedMajor, wantedMinor] = oldestNode
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor))
    return findingOk('node', version)
  return findingFail(
    'node',
    `${version} is too old; install ${wantedMajor}.${wantedMinor} or a later version`,
  )
}

export async function dataDirectory(dataDir: string): Promise<readonly Finding[]> {
  const there = await existing(dataDir)
  const subject = 'data directory'
  try {
    await access(there, constants.W_OK | constants.X_OK)
  } catch (error) {
    return [
      findingFail(
        subject,
        `${error instanceof Error ? error.message : String(error)}; give this user write access, or set another DATA_DIR`,
      ),
    ]
  }
  const { bavail, bsize } = await statfs(there)
  const free = (bavail * bsize) / gigabyte
  const words = `${free.toFixed(1)} GB free at ${there}`
  return [
    findingOk(
      subject,
      there === dataDir ? `${dataDir} is writable` : `${dataDir} is created at the first start`,
    ),
    free < 0.5
      ? findingFail('disk', `${words}; the engines need at least half a gigabyte`)
      : free < 5
        ? findingWarn('disk', `${words}; that is not much for events`)
        : findingOk('disk', words),
  ]
}

async function account(name: string): Promise<Finding> {
  const found = await promisify(execFile)('id', ['-u', name]).then(
    () => true,
    () => false,
  )
  return found
    ? findingOk('account', `${name} exists: as root, the engine runs under an account of its own`)
    : findingWarn('account', `${name} does not exist yet; the first start as root creates it with useradd`)
}
