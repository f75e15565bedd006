import { availableParallelism } from 'node:os'

/** Queries that run concurrently in one process: in total, per workspace, and per caller in a workspace. */
export interface Concurrency {
  readonly all: number
  readonly perWorkspace: number
  readonly perCaller: number
}

interface Given {
  readonly all: number | undefined
  readonly perWorkspace?: number | undefined
  readonly perCaller?: number | undefined
}

const between = (least: number, most: number, value: number): number => Math.min(most, Math.max(least, value))

/** Unset numbers are derived from the cores or from the other numbers; a part never exceeds the whole. */
const concurrency = (given: Given, byCores: number): Concurrency => {
  const all = given.all ?? byCores
  const perWorkspace = Math.min(all, given.perWorkspace ?? Math.ceil((all * 3) / 4))
  const perCaller = Math.min(perWorkspace, given.perCaller ?? Math.ceil(all / 2))
  return { all, perWorkspace, perCaller }
}

/** More than 16 Postgres connections for queries would leave too few for a second process of the service. */
export const queryConcurrency = (given: Given, cores = availableParallelism()): Concurrency =>
  concurrency(given, between(4, 16, 2 * cores))

export const sqlConcurrency = (given: Given, cores = availableParallelism()): Concurrency =>
  concurrency(given, between(4, 8, cores))
