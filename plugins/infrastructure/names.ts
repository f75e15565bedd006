import Type, { type Static } from 'typebox'
import {
  aggregate,
  ascending,
  bodyFields,
  column,
  inWorkspace,
  last,
  scan,
  sort,
  type Interval,
  type PluginHost,
  type Relation,
  type Row,
  type WorkspaceAsk,
} from '../../contract/index.js'

const { range, timezone, week_start } = bodyFields
const Query = Type.Object({ range, timezone, week_start })

const MetricName = Type.Object({
  name: Type.String(),
  type: Type.String({ description: 'gauge, counter or histogram, as of the latest point' }),
  unit: Type.Union([Type.String(), Type.Null()]),
  labels: Type.Array(Type.String(), { description: 'All label keys of its points' }),
})

/** GET /metrics/infrastructure/names. */
export function registerNames(host: PluginHost): void {
  host.route({
    method: 'GET',
    path: '/api/v1/metrics/infrastructure/names',
    summary: 'Names, types, units and labels of the infrastructure metrics with points in the range',
    tag: 'Metrics',
    access: inWorkspace('viewer'),
    query: Query,
    response: Type.Object({ data: Type.Array(MetricName) }),
    async handle(ask, { query }) {
      // The access above requires a workspace.
      const member = ask as WorkspaceAsk
      const { question } = await member.question({
        source: 'metrics',
        range: '30d',
        granularity: 'yearly',
        ...query,
      })
      return { data: merged(await member.rows(labelSets(question.range))) }
    },
  })
}

/** One row for each name and set of label names, ordered by name, then by the time of its latest point. */
function labelSets({ from, to }: Interval): Relation {
  const order = [column('timestamp'), column('seq')]
  const sets = aggregate(
    scan('metrics', from, to),
    { name: column('name'), label_names: column('label_names') },
    {
      type: last(column('type'), ...order),
      unit: last(column('unit'), ...order),
      timestamp: last(column('timestamp'), ...order),
      seq: last(column('seq'), ...order),
    },
  )
  return sort(sets, [column('name'), ...order].map(ascending))
}

function merged(rows: readonly Row[]): readonly Static<typeof MetricName>[] {
  const names = new Map<string, { latest: Row; labels: Set<string> }>()
  for (const row of rows) {
    const name = row['name'] as string
    const labels = names.get(name)?.labels ?? new Set()
    for (const label of JSON.parse(row['label_names'] as string) as readonly string[]) labels.add(label)
    names.set(name, { latest: row, labels })
  }
  return [...names].map(([name, { latest, labels }]) => ({
    name,
    type: latest['type'] as string,
    unit: latest['unit'] as string | null,
    labels: [...labels].sort(),
  }))
}
