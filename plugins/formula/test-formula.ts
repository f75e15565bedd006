import type { TopicService, Body, Point } from '../../test/http/topic.js'

export const day = '2024-05-10'
export const at = (
  date: string,
  device_id: string,
  event: string,
  properties: object = {},
  more: object = {},
) => ({
  event,
  device_id,
  session_id: `${device_id} ${date}`,
  timestamp: `2024-05-${date}:00:00Z`,
  properties,
  ...more,
})

/** POST /metrics/formula; returns the body and throws on any other status than `status`. */
export const posting =
  ({ service, id }: TopicService) =>
  async (
    formula: string,
    series: readonly (string | object)[],
    more: object = {},
    status = 200,
  ): Promise<Body> => {
    const body = {
      formula,
      series: series.map((one) => (typeof one === 'string' ? { metric: one } : one)),
      ...more,
    }
    const answer = await service.call('POST', '/api/v1/metrics/formula', { workspace: id, body })
    if (answer.status !== status) throw new Error(`${formula}: ${JSON.stringify(answer.body).slice(0, 300)}`)
    return answer.body
  }
export const valuesOf = ({ data }: Body): number[] =>
  (data.points as readonly Point[]).map(({ value }) => value)
export const shown = ({ data }: Body): unknown[][] =>
  (data.points as readonly Point[]).map(({ date, dimension, value }) => [date.slice(8), dimension, value])

export const shop = [
  at('06T08', 'd1', 'view', { page: 'a' }),
  at('08T08', 'd1', 'view', { page: 'a' }),
  at('08T09', 'd1', 'buy', { page: 'a', amount: 10 }),
  at('08T10', 'd2', 'view', { page: 'b' }),
  at('10T08', 'd2', 'view', { page: 'a' }),
  at('10T09', 'd2', 'buy', { page: 'a', amount: 20 }),
  at('10T10', 'd2', 'buy', { page: 'c', amount: 2.5 }),
  at('10T11', 'd3', 'view', { page: 'b' }, { user_id: 'u3' }),
]
export const range = '2024-05-08,2024-05-10'

export const byPage = { breakdown: 'page' }
