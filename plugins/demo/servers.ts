import type { Random } from './random.js'

/** One line of POST /v1/metrics, without its timestamp and message_id. */
type Point = Readonly<Record<string, unknown>>

/** The load of the servers and their health. */
export interface DemoLoad {
  /** Requests per second, over all servers. */
  readonly requests: number
  /** The share of them that fails. */
  readonly failing: number
  /** The factor by which they take longer than usual. */
  readonly slowness: number
  readonly version: string
}

export interface DemoServer {
  readonly name: string
  /** Its report after this many seconds of this load. */
  report(load: DemoLoad, seconds: number): readonly Point[]
}

/** Milliseconds: the histogram's upper bounds. */
const bounds = [10, 25, 50, 100, 250, 500, 1000, 2500, null] as const
const megabyte = 1024 ** 2

export const serverAt = (random: Random, name: string): DemoServer =>
  name.startsWith('worker') ? worker(random, name) : web(random, name)

/** A new version is a new process: its counters restart at 0. */
function sinceStart(): (version: string, counter: string, more: number) => number {
  const counted = new Map<string, number>()
  let running = ''
  return (version, counter, more) => {
    if (version !== running) counted.clear()
    running = version
    const value = (counted.get(counter) ?? 0) + Math.round(more)
    counted.set(counter, value)
    return value
  }
}

function machine(random: Random, name: string, service: string, memory: number) {
  let used = memory
  return (busy: number): readonly Point[] => {
    used += (memory * (1 + 0.5 * busy) - used) * 0.2 + memory * 0.02 * (random.next() - 0.5)
    const cpu = Math.min(98, 4 + 62 * busy * (0.85 + 0.3 * random.next()))
    const at = { type: 'gauge', service, source: name }
    return [
      { ...at, name: 'cpu.utilization', unit: '%', value: round(cpu) },
      { ...at, name: 'memory.used', unit: 'bytes', value: Math.round(used) * megabyte },
    ]
  }
}

function web(random: Random, name: string): DemoServer {
  const count = sinceStart()
  const health = machine(random, name, 'api', 640)
  return {
    name,
    report({ requests, failing, slowness, version }, seconds) {
      const served = (requests / 2) * seconds
      const at = { service: 'api', source: name }
      const statuses = [
        ['200', served * (0.95 - failing)],
        ['404', served * 0.05],
        ['500', served * failing],
      ] as const
      const times = timesOf(random, served, slowness)
      const durations = {
        sum: count(
          version,
          'sum',
          times.reduce((sum, n, index) => sum + n * typical(index), 0),
        ),
        buckets: bounds.map((le, index) => ({ le, count: count(version, `le${index}`, times[index] ?? 0) })),
      }
      return [
        ...health((requests / 40) * (slowness > 2 ? 1.9 : 1)),
        ...statuses.map(([status, more]) => ({
          ...at,
          name: 'http.requests',
          type: 'counter',
          unit: 'requests',
          labels: { status, route: '/api' },
          value: count(version, status, more),
        })),
        {
          ...at,
          name: 'http.duration',
          type: 'histogram',
          unit: 'ms',
          count: durations.buckets.reduce((sum, bucket) => sum + bucket.count, 0),
          ...durations,
        },
      ]
    },
  }
}

function worker(random: Random, name: string): DemoServer {
  const count = sinceStart()
  const health = machine(random, name, 'worker', 1200)
  return {
    name,
    report({ requests, version }, seconds) {
      const done = requests * 0.08 * seconds
      const at = { service: 'worker', source: name, name: 'jobs.done', type: 'counter', unit: 'jobs' }
      return [
        ...health(requests / 30),
        ...['export', 'digest'].map((job, index) => ({
          ...at,
          labels: { job },
          value: count(version, job, (done / (index + 1)) * (0.8 + 0.4 * random.next())),
        })),
      ]
    },
  }
}

/** Requests by bucket: around 60 ms, times slowness, with a long tail. */
function timesOf(random: Random, requests: number, slowness: number): readonly number[] {
  const middle = Math.log(60 * slowness * (0.9 + 0.2 * random.next()))
  const below = bounds.map((le) => (le === null ? 1 : 1 / (1 + Math.exp(-(Math.log(le) - middle) / 0.45))))
  return below.map((share, index) => Math.round(requests * (share - (below[index - 1] ?? 0))))
}

const typical = (index: number): number => ((bounds[index] ?? 4000) + (bounds[index - 1] ?? 0)) / 2
const round = (value: number): number => Math.round(value * 10) / 10
