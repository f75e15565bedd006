import type { Called } from '../../test/support/request.js'
import type { TopicService } from '../../test/http/topic.js'

export const before = '2024-05-06,2024-05-07'
export const after = '2024-05-08,2024-05-09'

/** Events at noon of a day of May, one device for each unless named. */
export const at = (
  day: string,
  event: string,
  properties: object = {},
  { device_id = `${day} ${event} ${JSON.stringify(properties)}`, country = null as string | null } = {},
) => ({
  event,
  device_id,
  timestamp: `2024-05-${day}T12:00:00Z`,
  properties,
  ...(country === null ? {} : { context: { country } }),
})

/** The event so many times. */
export const times = <T>(count: number, event: T): readonly T[] => Array.from({ length: count }, () => event)

/** Asks why a metric changed; throws on any status but 200. */
export const changing =
  ({ service, id }: TopicService) =>
  async (body: object): Promise<Called['body']> => {
    const asked = { before, after, ...body }
    const answer = await service.call('POST', '/api/v1/metrics/explain-change', {
      workspace: id,
      body: asked,
    })
    if (answer.status !== 200) throw new Error(`${JSON.stringify(asked)}: ${JSON.stringify(answer.body)}`)
    return answer.body.data
  }

interface Value {
  readonly value: string
  readonly before: number
  readonly after: number
  readonly change: number
  readonly share: number | null
}

export interface Field {
  readonly field: string
  readonly share: number | null
  readonly values: readonly Value[]
}

/** Each field as [name, share, …[value, before, after, share]]. */
export const shown = ({ fields }: Called['body']): unknown[] =>
  (fields as readonly Field[]).map(({ field, share, values }) => [
    field,
    share,
    ...values.map((one) => [one.value, one.before, one.after, one.share]),
  ])
