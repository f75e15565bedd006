import type { AnalyticsStore, Plugin } from '../../contract/index.js'
import type { AnyMetric } from '../../core/kernel/definitions.js'
import { fakeClock } from './clock.js'
import { law, newSeed, type Law } from './law.js'
import {
  audienceFault,
  comparisonFault,
  disagreement,
  formulaFault,
  listFault,
  partsFault,
  planFault,
  questionsAbout,
  type Place,
} from './metric-checks.js'
import { metricNow, sampleLines, type SampleLine } from './metric-data.js'
import { openService } from './service.js'

export interface MetricLawsOptions {
  /** The metric's key. */
  readonly metric: string
  /** The plugins that declare it, beside the built-in ones. */
  readonly plugins?: readonly Plugin[]
  /** Values of the metric's own parameters; required ones get `buy` or `amount`, which occur in the sample. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Other stores, whose answers must be those of memory. They are closed with the suite. */
  readonly stores?: readonly AnalyticsStore[]
  /** Lines of POST /v1/events from 2024-10-21 to 2024-11-03; random ones of the seed unless given. */
  readonly lines?: readonly SampleLine[]
  readonly seed?: number
}

/** Laws, and what must be closed after them. */
export interface Suite {
  readonly laws: readonly Law[]
  close(): Promise<void>
}

/** The laws of a metric that a plugin declares, over a service of its own. Rejects if no plugin declares it. */
export async function metricSuite({
  metric: key,
  plugins = [],
  parameters = {},
  stores = [],
  seed = newSeed(),
  lines = sampleLines(seed),
}: MetricLawsOptions): Promise<Suite> {
  const open = async (store?: AnalyticsStore): Promise<Place> => {
    const service = await openService({ plugins, clock: fakeClock(metricNow), ...(store && { store }) })
    const workspace = await service.workspace()
    await service.send(workspace, lines)
    const required = Object.fromEntries(requiredOf(service.service.registry.metrics.get(key)?.definition))
    return {
      engine: store?.engine ?? 'memory',
      service,
      workspace,
      metric: key,
      parameters: { ...required, ...parameters },
    }
  }
  const memory = await open()
  const others: Place[] = []
  const close = async (): Promise<void> => {
    for (const { service } of [memory, ...others]) await service.close()
  }
  const definition = memory.service.service.registry.metrics.get(key)?.definition
  if (definition === undefined) {
    await close()
    throw new Error(`unknown metric ${key}`)
  }
  for (const store of stores) others.push(await open(store))
  return { laws: lawsOf(definition, { memory, others, lines, seed }), close }
}

const usual: Readonly<Record<string, string>> = { property: 'amount', segment: 'casual' }

interface Schema {
  readonly required?: readonly string[]
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>
}

/** Values for the parameters without a default. */
function requiredOf(metric: AnyMetric | undefined): readonly (readonly [string, string])[] {
  if (metric === undefined) return []
  const { required = [], properties } = metric.params as Schema
  return required
    .filter((name) => properties[name]?.default === undefined)
    .map((name) => [name, usual[name] ?? 'buy'] as const)
}

interface Ground {
  readonly memory: Place
  readonly others: readonly Place[]
  readonly lines: readonly SampleLine[]
  readonly seed: number
}

function lawsOf(metric: AnyMetric, { memory, others, lines, seed }: Ground): readonly Law[] {
  const { key, answer, kind, people, dimensions, breakdown, source } = metric
  const own = (holds: boolean, name: string, work: () => Promise<string | null>): readonly Law[] =>
    holds ? [law(`${key}: ${name}`, work, seed)] : []
  const questions = questionsAbout(metric)
  const isSeries = answer === 'series'
  const isSplit = dimensions !== undefined || breakdown !== undefined
  const counts = kind === 'distinct' || kind === 'count'
  return [
    ...own(true, 'its plan is pure', () => Promise.resolve(planFault(metric))),
    ...others.flatMap((other) =>
      questions.flatMap((query) =>
        own(true, `${other.engine} answers like memory (${JSON.stringify(query)})`, () =>
          disagreement(memory, other, query),
        ),
      ),
    ),
    ...questions.flatMap((query) =>
      own(
        people !== undefined && counts,
        `its list of people is as long as its figure (${JSON.stringify(query)})`,
        () => listFault(memory, metric, query),
      ),
    ),
    ...own(isSeries && !isSplit && source === 'events', 'its breakdown adds up', () =>
      partsFault(memory, metric),
    ),
    ...own(isSeries, 'it is compared with the period before', () => comparisonFault(memory)),
    ...own(isSeries, 'a formula of it alone is the metric', () => formulaFault(memory)),
    ...own(source === 'events', "the metric of an audience is that of its persons' data", () =>
      audienceFault(memory, lines),
    ),
  ]
}
