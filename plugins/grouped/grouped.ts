import Type from 'typebox'
import {
  bySize,
  dimensionShape,
  finite,
  inZone,
  shownDimension,
  type QueryDefinition,
  type Row,
  named,
} from '../../contract/index.js'
import { groupedInput, type GroupedInput } from './input.js'
import { intensityLabel, sizeLabel } from './labels.js'
import { groupsOf, totalOf } from './plan.js'
import { groupedRows } from './rows.js'

const GroupedAnswer = named(
  'GroupedResponse',
  Type.Object({
    data: Type.Object({
      groups: Type.Array(
        Type.Object({
          group: Type.String(),
          dimensions: dimensionShape.dimensions,
          size: Type.Number(),
          intensity: Type.Number(),
          children: Type.Array(Type.Unknown(), { maxItems: 0 }),
        }),
      ),
      total_size: Type.Number(),
      size_label: Type.String(),
      intensity_label: Type.String(),
      intensity_min: Type.Number(),
      intensity_max: Type.Number(),
    }),
  }),
)

function groupOf(
  name: string,
  fields: number | undefined,
): { group: string; dimensions?: readonly string[] } {
  const { dimension: group, ...rest } = shownDimension(name, fields)
  return { group, ...rest }
}

/** POST /metrics/grouped: events grouped by a field, with two numbers for each group. */
export const grouped: QueryDefinition<typeof groupedInput, typeof GroupedAnswer> = {
  key: 'grouped',
  tag: 'Metrics',
  path: 'metrics/grouped',
  summary: 'Events grouped by a field, with two numbers for each group: size and intensity',
  input: groupedInput,
  response: GroupedAnswer,
  figures: true,
  async run(ask, input: GroupedInput) {
    const { size, intensity, max_groups = 20 } = input
    const { question, rows } = await groupedRows(ask, input)
    const plans = inZone(
      [groupsOf(rows, size, intensity, max_groups), totalOf(rows, size)] as const,
      question.timezone,
    )
    const isAhead = question.edges.length === 0
    const [found, [total]] = isAhead ? [[], []] : await Promise.all([ask.rows(plans[0]), ask.rows(plans[1])])
    const { fields, order } = question.breakdown ?? {}
    const nameOf = (row: Row): string => row['group'] as string
    const compare = bySize(order)
    const placed =
      order === undefined ? found : found.toSorted((a, b) => compare([nameOf(a), 0], [nameOf(b), 0]))
    const groups = placed.map((row) => ({
      ...groupOf(nameOf(row), fields),
      size: finite(row['size']),
      intensity: finite(row['intensity']),
      children: [],
    }))
    const intensities = groups.map((one) => one.intensity)
    return {
      data: {
        groups,
        total_size: finite(total?.['total']),
        size_label: sizeLabel(size, question.actor),
        intensity_label: intensityLabel(intensity, question.actor),
        intensity_min: groups.length === 0 ? 0 : Math.min(...intensities),
        intensity_max: groups.length === 0 ? 0 : Math.max(...intensities),
      },
    }
  },
}
