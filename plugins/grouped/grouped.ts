import Type from 'typebox'
import { finite, type QueryDefinition, named } from '../../core/contract/index.js'
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

/** POST /metrics/grouped: events grouped by a field, with two numbers for each group. */
export const grouped: QueryDefinition<typeof groupedInput> = {
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
    const plans = [groupsOf(rows, size, intensity, max_groups), totalOf(rows, size)] as const
    const isAhead = question.edges.length === 0
    const [found, [total]] = isAhead ? [[], []] : await Promise.all([ask.rows(plans[0]), ask.rows(plans[1])])
    const groups = found.map((row) => ({
      group: row['group'],
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
