import t from 'tap'
import { ServiceError } from '../../contract/index.js'
import { silentLog } from '../../test/support/silent-log.js'
import {
  createLayouts,
  parseRecord,
  recordText,
  type LayoutEngine,
  type LayoutRecord,
  type LayoutStep,
} from './layouts.js'

const refOf = (number: number) => ({ id: `ws_${number}`, number })
const one = refOf(1)

interface Storage {
  readonly records: Map<number, LayoutRecord>
  /** The names of the work done, in order. */
  readonly done: string[]
  /** Callbacks that run once before the next work of this name. */
  readonly before: Map<string, () => Promise<void>>
}

const storage = (...records: readonly (readonly [number, LayoutRecord])[]): Storage => ({
  records: new Map(records),
  done: [],
  before: new Map(),
})

const step = (version: number): LayoutStep<(what: string) => Promise<void>> => ({
  version,
  apply: (act) => act(`apply ${version}`),
})
const long = (version: number): LayoutStep<(what: string) => Promise<void>> => ({
  ...step(version),
  finish: (act) => act(`finish ${version}`),
})

function layoutsOf({ records, done, before }: Storage, steps = [step(1), step(2)]) {
  const act = async (what: string): Promise<void> => {
    const first = before.get(what)
    before.delete(what)
    await first?.()
    done.push(what)
  }
  const engine: LayoutEngine<typeof act> = {
    steps,
    async read(workspace) {
      await act(workspace === null ? 'read all' : `read ${workspace.number}`)
      return new Map(records)
    },
    async record({ number }, record, work) {
      await work?.(act)
      records.set(number, record)
    },
    background: (_workspace, work) => work(act),
    async create({ number }) {
      await act(`create ${number}`)
      records.set(number, { applied: steps.length, finished: steps.length })
    },
  }
  return createLayouts(engine, silentLog)
}

const at = (applied: number, finished = applied): LayoutRecord => ({ applied, finished })

t.test('a record as a comment', (t) => {
  t.same(parseRecord(recordText(at(3, 2))), at(3, 2))
  t.same(parseRecord(recordText(at(3), ', cluster a'), ', cluster a'), at(3))
  for (const text of [null, '', 'mine', recordText(at(3), ', cluster a')]) t.same(parseRecord(text), at(0))
  t.same(parseRecord(recordText(at(3)), ', cluster a'), at(0))
  t.end()
})

t.test('a start reads once and changes nothing', async (t) => {
  const all = Array.from({ length: 1_000 }, (_, index) => refOf(index + 1))
  const found = storage(...all.map(({ number }) => [number, at(number % 2 === 0 ? 2 : 1)] as const))
  const layouts = layoutsOf(found)
  await layouts.start(all)
  t.same(found.done, ['read all'])
  await Promise.all(all.filter(({ number }) => number % 2 === 0).map(layouts.ready))
  t.same(found.done, ['read all'], 'a workspace at the newest layout runs no further statement')
  await Promise.all([layouts.ready(one), layouts.ready(one), layouts.ready(one)])
  await layouts.ready(one)
  t.same(found.done, ['read all', 'apply 2'], 'an older one is upgraded once')
  t.same(found.records.get(1), at(2))
})

t.test('missing tables are created at the start', async (t) => {
  const found = storage()
  found.before.set('create 2', () =>
    Promise.reject(new ServiceError('CONFLICT', 'another process was faster')),
  )
  const layouts = layoutsOf(found)
  await layouts.start([one, refOf(2)])
  t.same(found.records.get(1), at(2))
  await t.rejects(
    layouts.ready(refOf(3)),
    { code: 'NOT_FOUND' },
    'not at first use: the workspace may have been deleted',
  )
  found.before.set('create 4', () => Promise.reject(new ServiceError('UNAVAILABLE', 'down')))
  await t.rejects(layouts.start([refOf(4)]), { code: 'UNAVAILABLE' })
})

t.test('a failed upgrade is retried from the last applied step', async (t) => {
  const found = storage([1, at(0)])
  const layouts = layoutsOf(found)
  for (const what of ['read 1', 'apply 2'])
    found.before.set(what, () => Promise.reject(new ServiceError('UNAVAILABLE', 'down')))
  await t.rejects(layouts.ready(one), { code: 'UNAVAILABLE' })
  await t.rejects(layouts.ready(one), { code: 'UNAVAILABLE' })
  t.same(found.records.get(1), at(1))
  await layouts.ready(one)
  t.same(found.done, ['read 1', 'apply 1', 'read 1', 'apply 2'])
})

t.test('tables of a newer version are not changed', async (t) => {
  const found = storage([1, at(3)])
  const layouts = layoutsOf(found)
  await layouts.start([one])
  await t.rejects(layouts.ready(one), {
    code: 'UNAVAILABLE',
    message: /layout 3, and this version supports 2/,
  })
  t.same(found.done, ['read all'])
})

t.test('no step changes the tables of a workspace that is being deleted', async (t) => {
  const found = storage([1, at(0)])
  const layouts = layoutsOf(found)
  found.before.set('apply 1', () => {
    layouts.forget(one)
    return Promise.resolve()
  })
  await t.rejects(layouts.ready(one), { code: 'NOT_FOUND' })
  await t.rejects(layouts.ready(one), { code: 'NOT_FOUND' })
  t.same(found.done, ['read 1', 'apply 1'], 'the step that had begun is the last one')
  layouts.made(one)
  await layouts.ready(one)
  layouts.forget(one)
  await layouts.start([one])
  await layouts.ready(one)
  t.same(found.done.slice(2), ['read all', 'apply 2'], 'prepared again, it is brought up to date')
})

t.test('the long part of a step runs in the background, and again after a restart', async (t) => {
  const found = storage([1, at(0)], [2, at(1)])
  const steps = [step(1), long(2), step(3)]
  const first = layoutsOf(found, steps)
  let stop = (): void => undefined
  const held = new Promise<void>((resolve) => (stop = resolve))
  found.before.set('finish 2', () => held)
  await first.ready(one)
  t.same(found.records.get(1), at(3, 1), 'the workspace is ready before the long part has ended')
  const closed = first.close()
  stop()
  await closed
  t.same(found.records.get(1), at(3, 1), 'an interrupted step is not recorded as finished')

  found.done.length = 0
  const second = layoutsOf(found, steps)
  const ended = new Promise<void>((resolve) => {
    found.before.set('finish 2', () => {
      resolve()
      return Promise.resolve()
    })
  })
  await second.start([one])
  await second.ready(one)
  await ended
  while (found.records.get(1)?.finished !== 3) await new Promise(setImmediate)
  t.same(found.done, ['read all', 'finish 2'])
  await second.close()
})

t.test('many first uses at once leave connections free', async (t) => {
  const all = Array.from({ length: 40 }, (_, index) => refOf(index + 1))
  const found = storage(...all.map(({ number }) => [number, at(1)] as const))
  let [running, most] = [0, 0]
  const busy: LayoutStep<(what: string) => Promise<void>> = {
    version: 2,
    async apply() {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
    },
  }
  const layouts = layoutsOf(found, [step(1), busy])
  await layouts.start(all)
  await Promise.all(all.map(layouts.ready))
  t.equal(most, 4)
})
