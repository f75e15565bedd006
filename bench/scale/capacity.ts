import type { Constants, QuestionCosts } from './constants.js'
import { costAt, lawOf, type CostLaw } from './cost.js'
import { floorOf, shardFactor } from './predict.js'
import { quantile } from './random.js'

/** What is chosen, not measured: the servers, how they are filled, and how people ask. */
export const chosen = {
  cores: 16,
  memoryGigabytes: 64,
  diskTerabytes: 4,
  diskFilled: 0.7,
  tablesOfMemory: 0.2,
  /** The part of the memory that one question may hold before its groups go to disk. */
  questionOfMemory: 0.125,
  busy: 0.6,
  /** Days over which the events arrive, and how much faster they arrive at the busiest time. */
  days: 90,
  peak: 3,
  questionsOfDay: 500,
  /** The part of a day's questions in its busiest hour. */
  busiestHour: 0.1,
  p95Seconds: 10,
  replicas: 3,
  /** The largest workspace has so many times the events of each other one. */
  skew: 100,
}

/** The cost of each question by the size of its workspace, in milliseconds. */
export interface Mix {
  /** On one server, and on a cluster, which has no activity snapshot. */
  readonly server: readonly CostLaw[]
  readonly cluster: readonly CostLaw[]
  /** Milliseconds that each shard spends on a question without rows. */
  readonly shardFloor: number
  /** What rows cost on shards, as times what they cost on one server. */
  readonly shardFactor: number
}

/** Every question of the bench once, as a server or a cluster answers it. */
function asked(constants: Constants, onCluster: boolean): readonly QuestionCosts[] {
  const names = [...new Set(constants.questions.map(({ question }) => question))]
  return names.flatMap((name) => {
    const ways = constants.questions.filter(({ question }) => question === name)
    const views = ways.find(({ way, bySnapshot }) => way === 'service' && !(onCluster && bySnapshot))
    return (views === undefined ? ways : [views]).slice(0, 1)
  })
}

/** Every question of the bench once, by the costs at 10, 50 and 100 million events. */
export function mixOf(constants: Constants): Mix {
  const floor = floorOf(constants)
  const laws = (onCluster: boolean): readonly CostLaw[] =>
    asked(constants, onCluster).map(({ ms, growth }) => {
      const points = [10, 50, 100].map((millions, at) => ({
        millions,
        cost: ms * ([1, ...growth][at] ?? NaN),
      }))
      return lawOf(points, floor)
    })
  const shardFloor = quantile(
    constants.shards.map(({ threeEmpty }) => threeEmpty / 3),
    0.5,
  )
  return { server: laws(false), cluster: laws(true), shardFloor, shardFactor: shardFactor(constants.shards) }
}

/** Seconds of processor time on each of so many shards, for each question over a workspace of so many million events. */
export const workOn = (mix: Mix, millions: number, shards: number): readonly number[] =>
  shards === 1
    ? mix.server.map((law) => costAt(law, millions) / 1_000)
    : mix.cluster.map(
        (law) => ((costAt(law, millions / shards) - law.floor) * mix.shardFactor + mix.shardFloor) / 1_000,
      )

/**
 * Gigabytes that 95 of a hundred questions of a cluster hold at most on a shard of so many million events: a line through
 * 10 and 100 million.
 */
export const memoryOf = (constants: Constants, millions: number): number =>
  quantile(
    asked(constants, true).map(
      ({ memory: [small, , large] }) => small + ((large - small) / 90) * (millions - 10),
    ),
    0.95,
  ) / 1e3

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length
const p95Alone = (mix: Mix, millions: number, shards: number): number =>
  quantile(workOn(mix, millions, shards), 0.95) / chosen.cores

export interface Capacity {
  readonly events: number
  readonly workspaces: number
  /** Million events of the largest workspace and of each other one. */
  readonly large: number
  readonly small: number
  readonly shards: number
  readonly replicas: number
  readonly terabytes: number
  readonly ingestionCores: number
  readonly processes: number
  /** Gigabytes that 95 of a hundred questions of the largest workspace hold at most on a shard. */
  readonly memory: number
  /** Gigabytes that the tables of all workspaces hold on each server. */
  readonly tablesGigabytes: number
  readonly recordsMegabytes: number
  /** Seconds of 95 of a hundred questions of the largest workspace, alone, on one server and as planned. */
  readonly p95Single: number
  readonly p95: number
  /** What one server has too little of, as times what it has, the worst first. */
  readonly breaks: readonly { readonly what: Limit; readonly times: number }[]
  /** The same for the planned servers: what more servers do not mend. */
  readonly left: readonly { readonly what: Limit; readonly times: number }[]
}

export type Limit = 'disk' | 'memory' | 'p95' | 'questions' | 'ingestion' | 'one writer' | 'tables'

export function capacityOf(constants: Constants, events: number, workspaces: number): Capacity {
  const mix = mixOf(constants)
  const small = events / 1e6 / (workspaces - 1 + (workspaces === 1 ? 1 : chosen.skew))
  const large = workspaces === 1 ? small : small * chosen.skew
  const terabytes = (events * constants.bytesOfEvent) / 1e12
  const rate = (events * chosen.peak) / (chosen.days * 86_400)
  const ingestionCores = (rate * (constants.microsecondsOfEvent - 1e6 / constants.rowsOfServiceCore)) / 1e6
  const serviceCores = rate / constants.rowsOfServiceCore
  const writer = ((large * 1e6) / events) * serviceCores
  const tablesGigabytes = (workspaces * constants.kilobytesOfTables) / 1e6
  /** Cores of each server of a shard that questions keep busy in the busiest hour, before replicas share them. */
  const askedCores = (shards: number): number => {
    const perSecond = (chosen.questionsOfDay * chosen.busiestHour) / 3_600
    const work = (millions: number): number => mean(workOn(mix, millions, shards))
    return perSecond * (work(large) + (workspaces - 1) * work(small))
  }
  const limits = (shards: number, replicas: number): readonly (readonly [Limit, number])[] => [
    ['disk', terabytes / shards / (chosen.diskTerabytes * chosen.diskFilled)],
    ['p95', p95Alone(mix, large, shards) / chosen.p95Seconds],
    ['memory', memoryOf(constants, large / shards) / (chosen.memoryGigabytes * chosen.questionOfMemory)],
    ['questions', askedCores(shards) / replicas / (chosen.cores * chosen.busy)],
    ['ingestion', ingestionCores / shards / (chosen.cores * chosen.busy)],
    ['one writer', writer],
    ['tables', tablesGigabytes / (chosen.memoryGigabytes * chosen.tablesOfMemory)],
  ]
  const over = (list: readonly (readonly [Limit, number])[]) =>
    list
      .filter(([, times]) => times > 1)
      .sort(([, a], [, b]) => b - a)
      .map(([what, times]) => ({ what, times }))

  const needed = limits(1, 1).filter(([what]) => ['disk', 'ingestion'].includes(what))
  let shards = Math.ceil(Math.max(1, ...needed.map(([, times]) => times)))
  const isTooLittle = (): boolean =>
    limits(shards, 1).some(([what, times]) => ['p95', 'memory'].includes(what) && times > 1)
  while (isTooLittle() && shards < 4_096) shards = Math.ceil(shards * 1.25)
  const wanted = Math.ceil(askedCores(shards) / (chosen.cores * chosen.busy))
  const replicas = Math.max(chosen.replicas, wanted)
  return {
    ...{ events, workspaces, large, small, shards, replicas, terabytes, ingestionCores },
    processes: Math.max(2, Math.ceil(serviceCores / chosen.busy)),
    memory: memoryOf(constants, large / shards),
    tablesGigabytes,
    recordsMegabytes: (workspaces * constants.kilobytesOfRecords) / 1e3,
    p95Single: p95Alone(mix, large, 1),
    p95: p95Alone(mix, large, shards),
    breaks: over(limits(1, 1)),
    left: over(limits(shards, replicas)),
  }
}
