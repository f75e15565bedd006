import {
  findingFail,
  findingOk,
  findingWarn,
  type CheckDefinition,
  type ClusterMember,
  type Finding,
} from '../../contract/index.js'

const oldestPostgres = 14

/** Whether both stores respond, and run a version that the service supports. */
export const versionCheck: CheckDefinition = {
  name: 'versions',
  run: ({ records, analytics, storage }) =>
    orUnavailable(async () => {
      const [first, second] = [await records.ping(), await analytics.ping()]
      return [
        version('records', 'Postgres', oldestPostgres, first),
        storage.sharesRecords === true
          ? findingOk('analytics', `in Postgres ${second}`)
          : version('analytics', storage.title, storage.oldestVersion ?? null, second),
      ]
    }),
}

/** Whether all servers of a cluster respond and have the same version. */
export const clusterCheck: CheckDefinition = {
  name: 'cluster',
  run: ({ analytics }) =>
    orUnavailable(async () =>
      analytics.members === undefined ? [] : [clusterFinding(await analytics.members())],
    ),
}

/** A server that does not respond is a finding about the storage, not a fault of the check. */
const orUnavailable = (look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> =>
  look().catch((error: unknown) => [
    findingFail('storage', error instanceof Error ? error.message : String(error)),
  ])

function version(subject: string, engine: string, least: number | null, found: string): Finding {
  return least === null || Number.parseInt(found, 10) >= least
    ? findingOk(subject, `${engine} ${found}`)
    : findingFail(subject, `${engine} ${found} is too old; use ${least} or later`)
}

/** A cluster during an update responds, but its servers may plan differently. */
export function clusterFinding(members: readonly ClusterMember[]): Finding {
  const shards = new Set(members.map(({ shard }) => shard)).size
  const versions = [...new Set(members.map(({ version }) => version))]
  const hosts = members.map(({ shard, host }) => `${shard} ${host}`).join(', ')
  const words = `${shards} shards on ${members.length} servers, all of which respond (${hosts})`
  if (versions.length === 1) return findingOk('cluster', words)
  return findingWarn(
    'cluster',
    `${words}, with different versions: ${versions.join(', ')}; update them to the same one`,
  )
}
