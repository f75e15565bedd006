import type { MetricDefinition } from '../../contract/index.js'

/** A parameter's schema, as far as its values are drawn from it. */
interface Schema {
  readonly type?: string
  readonly const?: string | number | boolean
  readonly default?: unknown
  readonly minimum?: number
  readonly anyOf?: readonly Schema[]
  readonly examples?: readonly string[]
}

export type Query = Readonly<Record<string, string>>
type Metric = Pick<MetricDefinition<never>, 'answer' | 'source'> & {
  readonly params: { readonly properties: object; readonly required?: readonly string[] }
}

/** Values of parameters that are free texts but must name something. */
const named: Query = {
  property: 'plan',
  name: 'signup',
  event: 'signup',
  segment: 'new',
  field: 'service',
  level: 'error',
}

/** One value of every kind that a parameter takes, other than its default. */
function valuesOf(
  name: string,
  { type, const: only, anyOf, examples, minimum, ...schema }: Schema,
): readonly string[] {
  if (only !== undefined) return only === schema.default ? [] : [String(only)]
  if (anyOf !== undefined) return anyOf.flatMap((one) => valuesOf(name, { default: schema.default, ...one }))
  if (examples !== undefined) return examples
  if (type === 'boolean') return [String(schema.default !== true)]
  if (type === 'integer' || type === 'number') return [String((minimum ?? 0) + 7)]
  return [named[name] ?? 'some']
}

const range = '2024-05-01,2024-05-14'

/** A column of each source, and a member of its JSON. */
const fields: Readonly<Record<string, readonly [string, string]>> = {
  events: ['country', 'properties.plan'],
  logs: ['service', 'message.user'],
  metrics: ['service', 'labels.region'],
}

/** The parameters that metrics of this kind of answer have beside their own. */
function common(answer: string, [column, member]: readonly [string, string]): readonly Query[] {
  const condition: Query = { 'conditions[0][field]': column, 'conditions[0][value]': 'DE' }
  const every = [condition, { timezone: 'Europe/Berlin' }, { range: 'all_time' }]
  switch (answer) {
    case 'series':
      return [
        ...every,
        { granularity: 'monthly' },
        { breakdown: column },
        { breakdown: member },
        { compare: 'previous' },
      ]
    case 'top':
      return [...every, { limit: '3' }]
    case 'page':
      return [...every, { limit: '3', offset: '6', count_total: 'true' }]
    default:
      return every
  }
}

/** The question that a metric needs at least, and what is added to it, one at a time. */
export function questionsOf({ params, answer, source }: Metric): {
  readonly base: Query
  readonly variants: readonly Query[]
} {
  const properties = Object.entries(params.properties as Readonly<Record<string, Schema>>)
  const values = properties.map(([name, schema]) => [name, valuesOf(name, schema)] as const)
  const base = Object.fromEntries(
    values.filter(([name]) => params.required?.includes(name)).map(([name, [first = '']]) => [name, first]),
  )
  const own = values.flatMap(([name, all]) => all.map((value) => ({ [name]: value })))
  const news = own.filter((one) => Object.entries(one).some(([name, value]) => base[name] !== value))
  return { base: { range, ...base }, variants: [...news, ...common(answer, fields[source] ?? ['', ''])] }
}
