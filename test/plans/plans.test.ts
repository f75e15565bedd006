import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { plansOf } from '../../app/cli/plan/plans-of.js'
import { loadRegistry } from '../../app/load-registry.js'
import { loadSettings } from '../../config/load.js'
import { planShown } from '../../plugins/explain/plan-shown.js'
import { ServiceError } from '../../contract/index.js'
import { builtInPlugins } from '../../plugins/index.js'
import { lineChanges } from './line-changes.js'
import { questionsOf, type Query } from './variants.js'

/** From build/ back to the sources. */
const folder = new URL('../../../test/plans/snapshots/', import.meta.url)
const refresh = process.env['UPDATE_SNAPSHOTS'] === '1'
const now = Date.UTC(2024, 4, 20, 12)
const registry = loadRegistry(builtInPlugins)
/** Above this number of changed lines, a variant is stored as its difference from a variant before it. */
const manyChanges = 30
const settings = loadSettings({ environment: {}, file: null, directory: '/tmp' })

/** The plans that the API runs for this question, in their order; what it says instead if it rejects the question. */
async function shown(metric: string, query: Query): Promise<string> {
  try {
    const plans = await plansOf(registry, settings, {
      metric,
      query: String(new URLSearchParams(query)),
      now,
    })
    return plans.map((plan, index) => `plan ${index + 1}\n${planShown(plan)}`).join('\n')
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return `rejected: ${error.message}`
  }
}

const nameOf = (query: Query): string =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')

/** The plan of the metric's plainest question in full, and for each parameter what it changes in it or in a variant before. */
async function snapshotOf(metric: string): Promise<string> {
  const definition = registry.metrics.get(metric)?.definition
  if (definition === undefined) throw new Error(`no metric ${metric}`)
  const { base, variants } = questionsOf(definition)
  const plain = await shown(metric, base)
  const parts = [`# ${nameOf(base)}\n${plain}`]
  const known: { readonly name: string; readonly plan: string }[] = []
  for (const variant of variants) {
    const plan = await shown(metric, { ...base, ...variant })
    const name = nameOf(variant)
    let changes = lineChanges(plain, plan)
    let of = ''
    if (changes.length > manyChanges)
      for (const earlier of known) {
        const fewer = lineChanges(earlier.plan, plan)
        if (fewer.length >= changes.length) continue
        changes = fewer
        of = `, from ${earlier.name}`
      }
    known.push({ name, plan })
    parts.push(`# ${name}${of}\n${changes.length === 0 ? 'the same plan' : changes.join('\n')}`)
  }
  return `${parts.join('\n\n')}\n`
}

const stored = (file: string): string | null => {
  try {
    return readFileSync(new URL(file, folder), 'utf8')
  } catch {
    return null
  }
}

t.test(
  'the plan of every metric is the one in its snapshot (npm run test:snapshots writes them)',
  async (t) => {
    const metrics = [...registry.metrics.keys()]
    t.ok(metrics.length >= 30)
    for (const metric of metrics) {
      const snapshot = await snapshotOf(metric)
      if (refresh) writeFileSync(new URL(`${metric}.txt`, folder), snapshot)
      t.notMatch(snapshot, /^[+ ]*rejected/m, `${metric}: every variant is answered`)
      const before = stored(`${metric}.txt`)
      t.equal(before === snapshot, true, metric, {
        changes: lineChanges(before ?? '', snapshot).slice(0, 60),
      })
    }
    const files = metrics.map((metric) => `${metric}.txt`)
    const stale = readdirSync(folder).filter((file) => !files.includes(file))
    if (refresh) for (const file of stale) rmSync(new URL(file, folder))
    else t.strictSame(stale, [], 'no snapshot of a metric that has gone')
  },
)

t.test('changes of lines', async (t) => {
  t.strictSame(lineChanges('a\nb\nc', 'a\nb\nc'), [])
  t.strictSame(lineChanges('a\nb\nc', 'a\nx\nc'), ['@ a', '- b', '+ x'])
  t.strictSame(lineChanges('a\nb\nc\nd', 'b\nc\ne\nd'), ['- a', '@ c', '+ e'])
})
