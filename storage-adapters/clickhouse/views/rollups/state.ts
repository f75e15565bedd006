import type { Log, WorkspaceRef } from '../../../../contract/index.js'
import { ofAllServers, databaseOf } from '../../cluster/database.js'
import type { Servers } from '../../cluster/servers.js'
import { firstGeneration, generationOf, isFormer, physicalName, projectionOf, rollups } from './tables.js'

/**
 * Which rollups may answer for a workspace: those that every stored part has. Views are built in
 * generations, all rollups of a generation together; the old generation answers until the new one is
 * complete.
 */
export interface RollupState {
  /** Returns the generation that answers, or null if the rows do. */
  generation(workspace: WorkspaceRef): number | null
  /**
   * Adds missing rollups to a table; the engine builds them in the background for the parts that lack them.
   * Changes nothing if all are there.
   */
  prepare(workspace: WorkspaceRef): Promise<void>
  /** Notes that the table was created just now, with the first generation and without rows. */
  created(workspace: WorkspaceRef): Promise<void>
  /** Finds out once which generation answers. Missing rollups are built in the background. */
  know(workspace: WorkspaceRef): Promise<void>
  /** Returns the newest generation, and for each of its rollups the share of parts that have it, 0 to 1. */
  built(workspace: WorkspaceRef): Promise<Built>
  /** Starts building a new generation. */
  rebuild(workspace: WorkspaceRef): Promise<void>
  /** Checks again, after the engine did not find the generation that a statement read. */
  doubt(workspace: WorkspaceRef): void
  forget(workspace: WorkspaceRef): void
  close(): void
}

/** How far a generation is built. */
export interface Built {
  readonly generation: number
  readonly shares: ReadonlyMap<string, number>
  /** Whether no older generation is there, and no part is being rewritten. */
  readonly settled: boolean
}

/** Interval in ms at which a workspace is checked while rollups are built. */
const lookMs = 2_000

/** Returns the state of this process. */
export function rollupState(servers: Servers, log: Log): RollupState {
  const { client, cluster } = servers
  const current = new Map<number, number>()
  const waiting = new Map<number, NodeJS.Timeout>()
  const known = new Map<number, Promise<void>>()
  let supported: boolean | null = null
  let closed = false

  const alter = async (workspace: WorkspaceRef, change: string): Promise<void> => {
    const { stored } = databaseOf(workspace, cluster)
    await servers.everywhere((on) => `ALTER TABLE ${stored}.events_v1${on} ${change}`)
  }
  const all = (table: string): string => ofAllServers(cluster, table)
  const stored = (workspace: WorkspaceRef): string =>
    databaseOf(workspace, cluster).stored.replaceAll('`', '')
  /** Distinguishes the parts of different servers. */
  const server = cluster === null ? '0' : '_shard_num'
  const read = async <T>(query: string, values: Record<string, unknown>): Promise<T[]> =>
    (await client.query({ query, query_params: values, format: 'JSONEachRow' })).json<T>()

  /**
   * Whether the server can read a projection by name next to its table; not all versions with projections
   * can.
   */
  async function canRead(): Promise<boolean> {
    const found = await read(
      `SELECT name FROM system.table_functions WHERE name = 'mergeTreeProjection'
       UNION ALL SELECT name FROM system.settings WHERE name = 'enable_shared_storage_snapshot_in_query'`,
      {},
    )
    return found.length === 2
  }

  /** Returns the projections of the events table, and whether every server has them. */
  const projections = (workspace: WorkspaceRef): Promise<readonly Projection[]> =>
    read<Projection>(
      `SELECT name, count() = (SELECT count() FROM ${all('system.one')}) AS whole
        FROM ${all('system.projections')} WHERE ${ofTable} GROUP BY name`,
      { database: stored(workspace) },
    )

  async function sharesOf(workspace: WorkspaceRef, generation: number): Promise<ReadonlyMap<string, number>> {
    const rows = await read<{ name: string; share: number }>(
      `SELECT name, if(parts = 0, 1, have / parts) AS share FROM (
        SELECT arrayJoin({names:Array(String)}) AS name,
          (SELECT count() FROM ${all('system.parts')} WHERE ${ofTable} AND active AND rows > 0) AS parts) AS r
        LEFT JOIN (SELECT name, uniqExact((${server}, parent_name)) AS have FROM ${all('system.projection_parts')}
          WHERE ${ofTable} AND active GROUP BY name) AS p USING name`,
      { database: stored(workspace), names: rollups.map(({ name }) => physicalName(name, generation)) },
    )
    const byName = new Map(rows.map(({ name, share }) => [name, share]))
    return new Map(rollups.map(({ name }) => [name, byName.get(physicalName(name, generation)) ?? 0]))
  }

  /** Whether a mutation of the events table is unfinished. Dropping a projection is one too. */
  async function isRewritten(workspace: WorkspaceRef): Promise<boolean> {
    const unfinished = `SELECT 1 FROM ${all('system.mutations')} WHERE ${ofTable} AND NOT is_done LIMIT 1`
    return (await read(unfinished, { database: stored(workspace) })).length > 0
  }

  async function built(workspace: WorkspaceRef): Promise<Built> {
    const [newest = 0, ...older] = generationsOf(await projections(workspace))
    const shares = await sharesOf(workspace, newest)
    return { generation: newest, shares, settled: older.length === 0 && !(await isRewritten(workspace)) }
  }

  /**
   * Switches to the newest complete generation and drops older ones. Checks again later while a newer one is
   * being built.
   */
  async function look(workspace: WorkspaceRef): Promise<void> {
    const there = await projections(workspace)
    const found = generationsOf(there)
    for (const [place, generation] of found.entries()) {
      const shares = await sharesOf(workspace, generation)
      if ([...shares.values()].some((share) => share < 1)) {
        if (place === 0) later(workspace, shares)
        continue
      }
      if (place === 0 && waiting.delete(workspace.number))
        log.info({ workspace: workspace.id }, 'rollups are built and now answer')
      current.set(workspace.number, generation)
      for (const older of found.slice(place + 1)) await drop(workspace, older)
      for (const { name } of there)
        if (isFormer(name)) await alter(workspace, `DROP PROJECTION IF EXISTS ${name}`)
      return
    }
  }

  async function drop(workspace: WorkspaceRef, generation: number): Promise<void> {
    for (const { name } of rollups)
      await alter(workspace, `DROP PROJECTION IF EXISTS ${physicalName(name, generation)}`)
  }

  function later(workspace: WorkspaceRef, shares: ReadonlyMap<string, number>): void {
    if (closed) return
    if (!waiting.has(workspace.number))
      log.info({ workspace: workspace.id, built: Object.fromEntries(shares) }, 'building rollups')
    const again = (): void => {
      look(workspace).catch((error: unknown) => {
        log.warn({ err: error, workspace: workspace.id }, 'rollups could not be checked')
        if (waiting.has(workspace.number)) later(workspace, shares)
      })
    }
    waiting.set(workspace.number, setTimeout(again, lookMs).unref())
  }

  /**
   * Builds a generation. Parts that have it are skipped, and a build interrupted by a restart continues by
   * itself.
   */
  async function build(workspace: WorkspaceRef, generation: number): Promise<void> {
    for (const rollup of rollups)
      await alter(workspace, `ADD ${projectionOf(rollup, generation, 'IF NOT EXISTS ')}`)
    const shares = await sharesOf(workspace, generation)
    for (const { name } of rollups)
      if ((shares.get(name) ?? 0) < 1)
        await alter(workspace, `MATERIALIZE PROJECTION ${physicalName(name, generation)}`)
    await look(workspace)
  }

  async function complete(workspace: WorkspaceRef): Promise<void> {
    const [newest = firstGeneration] = generationsOf(await projections(workspace))
    await build(workspace, newest)
  }

  /**
   * Switches to a complete generation without changing tables. Returns whether nothing else needs to be built
   * or dropped.
   */
  async function isWhole(workspace: WorkspaceRef): Promise<boolean> {
    if (!(supported ??= await canRead())) return true
    const there = await projections(workspace)
    const [newest, ...olderOnes] = generationsOf(there)
    if (newest === undefined) return false
    const shares = await sharesOf(workspace, newest)
    if ([...shares.values()].some((share) => share < 1)) return false
    if (!rollups.every((one) => there.some(({ name }) => name === physicalName(one.name, newest))))
      return false
    current.set(workspace.number, newest)
    return olderOnes.length === 0 && !there.some(({ name }) => isFormer(name))
  }

  async function find(workspace: WorkspaceRef): Promise<void> {
    if (await isWhole(workspace)) return
    complete(workspace).catch((error: unknown) => {
      if (closed || !known.delete(workspace.number)) return
      log.warn({ err: error, workspace: workspace.id }, 'rollups could not be built')
    })
  }

  function know(workspace: WorkspaceRef): Promise<void> {
    const { number } = workspace
    const begun = known.get(number)
    if (begun !== undefined) return begun
    const finding = find(workspace).catch((error: unknown) => {
      if (known.get(number) === finding) known.delete(number)
      throw error
    })
    known.set(number, finding)
    return finding
  }

  return {
    generation: ({ number }) => current.get(number) ?? null,
    know,
    built,
    async prepare(workspace) {
      if (!(await isWhole(workspace))) await complete(workspace)
      known.set(workspace.number, Promise.resolve())
    },
    async created({ number }) {
      if ((supported ??= await canRead())) current.set(number, firstGeneration)
      known.set(number, Promise.resolve())
    },
    async rebuild(workspace) {
      if (!(supported ??= await canRead())) return
      const [newest = 0] = generationsOf(await projections(workspace))
      await build(workspace, newest + 1)
    },
    doubt(workspace) {
      current.delete(workspace.number)
      look(workspace).catch((error: unknown) => {
        log.warn({ err: error, workspace: workspace.id }, 'rollups could not be checked')
      })
    },
    forget({ number }) {
      current.delete(number)
      known.delete(number)
      clearTimeout(waiting.get(number))
      waiting.delete(number)
    },
    close() {
      closed = true
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}

const ofTable = `database = {database:String} AND table = 'events_v1'`

interface Projection {
  readonly name: string
  readonly whole: boolean
}

/** Returns the generations that every server has, newest first. */
function generationsOf(projections: readonly Projection[]): readonly number[] {
  const found = projections.map(({ name, whole }) => (whole ? generationOf(name) : null))
  return [...new Set(found.filter((one) => one !== null))].sort((a, b) => b - a)
}
