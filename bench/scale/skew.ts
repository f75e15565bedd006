import { quantile, randomFrom } from './random.js'
import { simulate, type Arrival, type Server } from './queue.js'

/** How much more the fullest shard holds than the mean, where the n-th device has n^-power of the events of the first. */
export function fullestShard(devices: number, power: number, shards: number): number {
  const random = randomFrom(devices + shards)
  const held = new Array<number>(shards).fill(0)
  let all = 0
  for (let device = 1; device <= devices; device++) {
    const events = device ** -power
    const shard = Math.floor(random() * shards)
    held[shard] = (held[shard] ?? 0) + events
    all += events
  }
  return Math.max(...held) / (all / shards)
}

/** What the questions of small workspaces and of the large one take, in seconds, 95 of a hundred. */
export interface Waited {
  readonly small: number
  readonly large: number
}

export interface Load {
  /** Seconds of processor time on this server that each question of the mix takes a small and the large workspace. */
  readonly small: readonly number[]
  readonly large: readonly number[]
  readonly workspaces: number
  /** Questions of the large workspace for each one of another. */
  readonly largeAsks: number
  /** The part of the cores that is in use. */
  readonly utilization: number
  readonly questions: number
}

/** Questions at random times (exponential), of all workspaces and of the mix at random. */
export function arrivalsOf(load: Load, cores: number): readonly Arrival[] {
  const { small, large, workspaces, largeAsks, utilization, questions } = load
  const random = randomFrom(1)
  const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / list.length
  const ofLarge = workspaces === 1 ? 1 : largeAsks / (largeAsks + workspaces - 1)
  const work = ofLarge * mean(large) + (1 - ofLarge) * mean(small)
  const gap = work / (cores * utilization)
  const pick = (list: readonly number[]): number => list[Math.floor(random() * list.length)] ?? 0
  let at = 0
  return Array.from({ length: questions }, () => {
    at += -Math.log(1 - random()) * gap
    const isLarge = random() < ofLarge
    const workspace = isLarge ? 0 : 1 + Math.floor(random() * (workspaces - 1))
    return { at, workspace, work: pick(isLarge ? large : small) }
  })
}

export function waitedOf(load: Load, server: Server): Waited {
  const answered = simulate(arrivalsOf(load, server.cores), server)
  const p95 = (isLarge: boolean): number =>
    quantile(
      answered.filter(({ workspace }) => (workspace === 0) === isLarge).map(({ seconds }) => seconds),
      0.95,
    )
  return { small: p95(false), large: p95(true) }
}
