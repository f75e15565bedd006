import t from 'tap'
import {
  findingOk,
  findingWarn,
  type CheckContext,
  type CheckDefinition,
  type EarlyCheckContext,
  type Finding,
} from '../../../contract/index.js'
import { plugin } from '../../../test/support/make-plugin.js'
import { loadRegistry } from '../../load-registry.js'
import { earlyCheckFindings, pluginCheckFindings } from './plugin-checks.js'

const context = { clock: () => 7 } as unknown as Omit<CheckContext, 'signal'>

async function findings(
  runs: Readonly<Record<string, CheckDefinition['run']>>,
  limitMs?: number,
): Promise<readonly Finding[]> {
  const one = plugin('p', (host) => {
    for (const [name, run] of Object.entries(runs)) host.check({ name, run })
  })
  const found: Finding[] = []
  for await (const each of pluginCheckFindings(loadRegistry([one]), context, limitMs)) found.push(each)
  return found
}

t.test('checks of plugins run in order, and none keeps another from running', async (t) => {
  const found = await findings({
    first: ({ clock }) => Promise.resolve([findingOk('comments', `${clock()} stored`)]),
    throwing: () => {
      throw new Error('oops\nand more')
    },
    rejecting: () => Promise.reject(new Error('later')),
    lying: () => Promise.resolve([{ status: 'fine', subject: 's', words: 'w' }] as never),
    nothing: () => undefined as never,
    last: () => Promise.resolve([findingWarn('comments', 'many'), findingOk('mail', 'answers')]),
  })
  t.strictSame(
    found.map(({ status, subject, words }) => `${status} ${subject}: ${words}`),
    [
      'ok comments: 7 stored',
      'fail throwing: plugin p: oops and more',
      'fail rejecting: plugin p: later',
      'fail lying: plugin p: run() must return an array of findings',
      'fail nothing: plugin p: run() must return an array of findings',
      'warn comments: many',
      'ok mail: answers',
    ],
  )
})

t.test('a check that hangs is told to stop and given up', async (t) => {
  let stopped = false
  const hanging: CheckDefinition['run'] = ({ signal }) => {
    signal.addEventListener('abort', () => (stopped = true))
    return new Promise(() => undefined)
  }
  const found = await findings({ hanging, next: () => Promise.resolve([findingOk('next', 'runs')]) }, 20)
  t.strictSame(found[0], {
    status: 'fail',
    subject: 'hanging',
    words: 'plugin p: no result within 0.02 s',
  })
  t.match(found[1], { status: 'ok', subject: 'next' })
  t.ok(stopped)
})

t.test('an early check runs before the stores are open, and only then', async (t) => {
  const subjects = { early: 'early', late: 'late' } as const
  const one = plugin('p', (host) => {
    host.check({ name: 'late', run: () => Promise.resolve([findingOk(subjects.late, 'runs')]) })
    host.check({
      name: 'early',
      before: 'stores',
      run: ({ storage }) => Promise.resolve([findingOk(subjects.early, storage.title)]),
    })
    host.check({ name: 'broken', before: 'stores', run: () => Promise.reject(new Error('oops')) })
  })
  const registry = loadRegistry([one])
  const early = { storage: { title: 'Lake' } } as unknown as Omit<EarlyCheckContext, 'signal'>
  const words: string[] = []
  for await (const found of earlyCheckFindings(registry, early))
    words.push(`${found.subject}: ${found.words}`)
  t.strictSame(words, ['early: Lake', 'broken: plugin p: oops'])
  const rest: string[] = []
  for await (const { subject } of pluginCheckFindings(registry, context)) rest.push(subject)
  t.strictSame(rest, ['late'])
})

t.test('an invalid declaration is refused by name', (t) => {
  const run = () => Promise.resolve([])
  const refused = (message: RegExp, ...checks: readonly CheckDefinition[]): void =>
    void t.throws(() => loadRegistry([plugin('p', (host) => checks.forEach((one) => host.check(one)))]), {
      name: 'RegistrationError',
      message,
    })
  refused(/plugin p: check a: is already registered by p/, { name: 'a', run }, { name: 'a', run })
  refused(/plugin p: check A b: its name must be kebab-case/, { name: 'A b', run })
  refused(/plugin p: check a: run\(\) is required/, { name: 'a', run: undefined as never })
  refused(/plugin p: check a: before must be stores/, { name: 'a', before: 'start', run } as never)
  t.end()
})
