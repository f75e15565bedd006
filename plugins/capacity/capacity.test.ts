import t from 'tap'
import { ServiceError, type Capacity, type Log, type WorkspaceLoad } from '../../contract/index.js'
import { largestHalf, pressures, type Pressure, type Resource } from './pressure.js'
import { createCapacityWatch, type CapacityObserver } from './watch.js'

const megabyte = 1024 ** 2
const thresholds = { share: 0.8, diskReserve: 1_000 * megabyte }
const idle: Capacity = {
  openFiles: { used: 100, limit: 1_000 },
  memory: { used: 100, limit: 1_000 },
  connections: { used: 10, limit: 100 },
  disk: { free: 50_000 * megabyte, total: 100_000 * megabyte },
  dataBytes: null,
  parts: { total: 10, partitionLimit: 100 },
  workspaces: [],
}
const load = (workspace: number, given: Partial<WorkspaceLoad> = {}): WorkspaceLoad => ({
  workspace,
  parts: 1,
  freshFiles: 0,
  memoryBytes: 0,
  ...given,
})
const told = (found: readonly Pressure[]): string[] =>
  found.map(({ resource, state, causes }) => `${resource} ${state} ${[...causes].join(',')}`.trim())
const look = (capacity: Partial<Capacity>, sent: [number, number][] = [], before: Resource[] = []) =>
  told(pressures({ ...idle, ...capacity }, thresholds, new Map(sent), new Set(before)))

t.test('an engine at ease', (t) => {
  t.same(look({}), [])
  t.same(look({ openFiles: null, memory: null, connections: null, disk: null, parts: null }), [])
  t.same(look({ openFiles: { used: 1e9, limit: null }, memory: { used: 1e12, limit: null } }), [], 'no limit')
  t.end()
})

t.test('open files: those who wrote most of the new ones', (t) => {
  const workspaces = [load(1, { freshFiles: 50 }), load(2, { freshFiles: 900 }), load(3, { freshFiles: 50 })]
  t.same(look({ openFiles: { used: 799, limit: 1_000 }, workspaces }), [])
  t.same(look({ openFiles: { used: 800, limit: 1_000 }, workspaces }), ['open_files near 2'])
  t.same(look({ openFiles: { used: 950, limit: 1_000 }, workspaces }), ['open_files full 2'])
  t.same(look({ openFiles: { used: 730, limit: 1_000 }, workspaces }, [], ['open_files']), [
    'open_files near 2',
  ])
  t.same(
    look({ openFiles: { used: 719, limit: 1_000 }, workspaces }, [], ['open_files']),
    [],
    'released below',
  )
  t.end()
})

t.test('memory: only where inserts and merges hold a good part of it', (t) => {
  const memory = { used: 900, limit: 1_000 }
  const small = [load(1, { memoryBytes: 100 }), load(2, { memoryBytes: 10 })]
  t.same(look({ memory, workspaces: small }), ['memory near'], 'questions hold it: nobody is slowed')
  const large = [load(1, { memoryBytes: 100 }), load(2, { memoryBytes: 400 })]
  t.same(look({ memory, workspaces: large }), ['memory near 2'])
  t.end()
})

t.test('parts: each workspace by its own', (t) => {
  const workspaces = [load(1, { parts: 79 }), load(2, { parts: 80 }), load(3, { parts: 200 })]
  t.same(look({ workspaces }), ['parts near 2,3'])
  t.same(look({ workspaces: [load(1, { parts: 75 })] }, [], ['parts']), ['parts near 1'])
  t.same(look({ workspaces: [load(1, { parts: 71 })] }, [], ['parts']), [])
  t.end()
})

t.test('disk: those who sent most, and below half of the reserve everyone', (t) => {
  const sent: [number, number][] = [
    [1, 10],
    [2, 1_000],
  ]
  const disk = (free: number) => ({ disk: { free: free * megabyte, total: 100_000 * megabyte } })
  t.same(look(disk(1_001), sent), [])
  t.same(look(disk(999), sent), ['disk near 2'])
  t.same(look(disk(1_050), sent, ['disk']), ['disk near 2'])
  t.same(look(disk(499), sent), ['disk full 2'])
  const small = { free: 4 * megabyte, total: 64 * megabyte }
  t.same(look({ disk: small }, sent), [], 'a small disk keeps a twentieth')
  t.same(look({ disk: { ...small, free: 3 * megabyte } }, sent), ['disk near 2'])
  const none = { ...thresholds, diskReserve: 0 }
  t.same(told(pressures({ ...idle, disk: { free: 0, total: 1 } }, none, new Map())), [], 'switched off')
  t.end()
})

t.test('connections are told and slow nobody', (t) => {
  t.same(look({ connections: { used: 90, limit: 100 }, workspaces: [load(1)] }), ['connections near'])
  t.end()
})

t.test('the fewest that make half', (t) => {
  const half = (...weights: [number, number][]) => [...largestHalf(weights)]
  t.same(half(), [])
  t.same(half([1, 0]), [])
  t.same(half([1, 5]), [1])
  t.same(half([1, 5], [2, 5]), [1])
  t.same(half([1, 2], [2, 3], [3, 4]), [3, 2])
  t.same(half([1, 1], [2, 1], [3, 1], [4, 1]), [1, 2])
  t.end()
})

interface Watched {
  capacity: Capacity
  fault: Error | null
  looks: number
}

function watched(given: Partial<Capacity> = {}) {
  const state: Watched = { capacity: { ...idle, ...given }, fault: null, looks: 0 }
  const lines: string[] = []
  const slowed: string[] = []
  const seen: string[][] = []
  const time = { now: 1_000_000 }
  const level =
    (name: string) =>
    (fields: object, message: string): void =>
      void lines.push(
        `${name} ${message} ${JSON.stringify((fields as { workspaces?: string[] }).workspaces ?? [])}`,
      )
  const log: Log = { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') }
  const observer: CapacityObserver = {
    seen: (_capacity, found) => void seen.push(told(found)),
    slowed: (resource) => void slowed.push(resource),
  }
  const capacity = (): Promise<Capacity> => {
    state.looks++
    return state.fault === null ? Promise.resolve(state.capacity) : Promise.reject(state.fault)
  }
  const watch = createCapacityWatch({
    analytics: { capacity },
    log,
    observer,
    clock: () => time.now,
    ...thresholds,
  })
  const admit = (number: number, bytes = 1): string => {
    try {
      watch.admit({ id: `ws_${number}`, number }, bytes)
      return 'admitted'
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      return `${error.status} ${error.retryAfter} ${error.message}`
    }
  }
  const append = (number: number, times: number): void => {
    for (let n = 0; n < times; n++) watch.appending({ id: `ws_${number}`, number })
  }
  return { state, watch, lines, slowed, seen, time, admit, append }
}

t.test('the workspace that causes it gets a 503 with a reason, its neighbour none', async (t) => {
  const { state, watch, lines, slowed, seen, admit } = watched()
  await watch.look()
  t.equal(admit(1), 'admitted')
  t.equal(admit(2), 'admitted')
  state.capacity = { ...idle, workspaces: [load(1, { parts: 90 }), load(2, { parts: 3 })] }
  await watch.look()
  t.match(admit(1), /^503 5 too many small inserts .*ENGINE_PRESSURE/)
  t.equal(admit(2), 'admitted')
  await watch.look()
  state.capacity = idle
  await watch.look()
  t.equal(admit(1), 'admitted', 'by itself, when the engine has room')
  t.same(slowed, ['parts'])
  t.same(lines, [
    'warn the analytics storage is close to a limit; the workspaces that cause it are throttled ["ws_1"]',
    'info the analytics storage has room again []',
  ])
  t.same(seen, [[], ['parts near 1'], ['parts near 1'], []])
})

t.test('at the last reserve everyone is slowed', async (t) => {
  const { state, watch, lines, admit } = watched()
  state.capacity = { ...idle, disk: { free: 100, total: 100_000 * megabyte } }
  await watch.look()
  t.match(admit(7), /^503 30 the disk of the storage is full \(DISK_RESERVE\)/)
  t.match(lines, [/^error .* all data is rejected/])
})

t.test('who sends most is told by what was sent within minutes, rejected or not', async (t) => {
  const { state, watch, time, admit } = watched()
  admit(1, 10)
  admit(2, 20)
  state.capacity = { ...idle, disk: { free: 900 * megabyte, total: 100_000 * megabyte } }
  await watch.look()
  t.match(admit(2, 30), /^503 30 the disk of the storage is nearly full/)
  t.equal(admit(1, 10), 'admitted')
  await watch.look()
  t.match(admit(2, 0), /^503/, 'what was rejected counts')
  time.now += 11 * 60_000
  t.match(admit(2, 0), /^503/)
  admit(1, 10)
  await watch.look()
  t.equal(admit(2, 0), 'admitted', 'it sends nothing any more')
  t.match(admit(1, 0), /^503/)
})

t.test('appends between two looks count as parts', async (t) => {
  const { state, watch, admit, append } = watched({ workspaces: [load(1, { parts: 70 })] })
  append(1, 1_000)
  t.equal(admit(1), 'admitted', 'nothing is known before the first look')
  await watch.look()
  append(1, 9)
  append(2, 79)
  t.equal(admit(1), 'admitted')
  t.equal(admit(2), 'admitted')
  append(1, 1)
  append(2, 1)
  t.match(admit(1), /^503 5 too many small inserts/)
  t.match(admit(2), /^503 5 too many small inserts/, 'one that the engine did not list')
  t.equal(admit(3), 'admitted')
  state.capacity = { ...idle, workspaces: [load(1, { parts: 20 })] }
  await watch.look()
  t.equal(admit(1), 'admitted')
})

t.test('an engine that does not answer', async (t) => {
  const { state, watch, lines, admit } = watched({ workspaces: [load(1, { parts: 90 })] })
  await watch.look()
  state.fault = new Error('down')
  await watch.look()
  t.match(admit(1), /^503/, 'what was seen last still holds')
  for (let times = 0; times < 4; times++) await watch.look()
  t.equal(admit(1), 'admitted', 'for a while')
  t.equal(
    lines.filter((line) => line.startsWith('warn the usage of the analytics storage could not')).length,
    1,
  )
})

t.test('looks begin by themselves, and overlapping ones are one', async (t) => {
  const { state, watch } = watched()
  t.teardown(() => watch.close())
  await Promise.all([watch.look(), watch.look()])
  t.equal(state.looks, 1)
  watch.start()
  const begun = state.looks
  while (state.looks === begun) await new Promise((resolve) => setTimeout(resolve, 1))
})

t.test('a store without limits', async () => {
  const { log, observer } = { log: {} as Log, observer: {} as CapacityObserver }
  const watch = createCapacityWatch({ analytics: {}, log, observer, clock: () => 0, ...thresholds })
  watch.start()
  await watch.look()
  watch.admit({ id: 'ws_1', number: 1 }, 1e12)
  watch.appending({ id: 'ws_1', number: 1 })
  watch.close()
})
