import type { Called } from '../../test/support/request.js'
import type { TopicService } from '../../test/http/topic.js'

/** A saved audience, and its members. */
export interface Saved {
  readonly id: string
  count(): Promise<number>
  /** The user of each member, or else the device, in alphabetical order. */
  members(): Promise<string[]>
}

/** Returns the number of persons of a definition that is not saved. */
export async function countUnsaved(
  { service, id: workspace }: TopicService,
  definition: object,
): Promise<number> {
  const body = { definition }
  const answer = await service.call('POST', '/api/v1/audiences/count', { workspace, body })
  if (answer.status !== 200) throw new Error(`not counted: ${JSON.stringify(answer.body)}`)
  return Number(answer.body.data.count)
}

export async function save({ service, id: workspace }: TopicService, definition: unknown): Promise<Saved> {
  const call = (method: string, path: string, options = {}): Promise<Called> =>
    service.call(method, `/api/v1/audiences${path}`, { workspace, ...options })
  const made = await call('POST', '', { body: { name: 'a group', definition } })
  if (made.status !== 201) throw new Error(`not saved: ${JSON.stringify(made.body)}`)
  const id = String(made.body.data.id)
  return {
    id,
    async count() {
      const { status, body } = await call('GET', `/${id}/count`)
      if (status !== 200) throw new Error(`not counted: ${JSON.stringify(body)}`)
      return Number(body.data.count)
    },
    async members() {
      const rows: Record<string, unknown>[] = []
      for (let more = true; more;) {
        const query = { limit: '7', offset: String(rows.length), count_total: 'true' }
        const { status, body } = await call('GET', `/${id}/members`, { query })
        if (status !== 200) throw new Error(`not listed: ${JSON.stringify(body)}`)
        rows.push(...(body.data as Record<string, unknown>[]))
        more = body.has_more as boolean
        if (!more && body.total !== rows.length) throw new Error(`${rows.length} of ${String(body.total)}`)
      }
      return rows.map((row) => String(row['user_id'] ?? row['device_id'])).sort()
    },
  }
}
