import type { TestService } from '../../test/support/service.js'
import type { Called } from '../../test/support/request.js'

export interface Sources {
  readonly service: TestService
  readonly id: string
  send(kind: 'events' | 'logs' | 'metrics', lines: readonly object[]): Promise<void>
  ask(path: string, query?: Readonly<Record<string, string>>): Promise<Called>
}

export async function sourcesOf(service: TestService): Promise<Sources> {
  const { id, ingestKey } = await service.workspace()
  return {
    service,
    id,
    async send(kind, lines) {
      const sent = await service.call('POST', `/v1/${kind}`, { token: ingestKey, body: lines })
      if (sent.status !== 202) throw new Error(JSON.stringify(sent.body))
    },
    ask: (path, query = {}) => service.call('GET', `/api/v1/data/sources${path}`, { workspace: id, query }),
  }
}

export const event = (device_id: string, properties: object, more: object = {}) => ({
  event: 'open',
  device_id,
  timestamp: '2024-05-10T10:00:00Z',
  properties,
  ...more,
})

/** Returns [name, types, share] of the listed properties. */
export function seen({ body }: Called): readonly unknown[] {
  const fields = body.data.fields as readonly { name: string; types?: unknown; share?: number }[]
  return fields.flatMap(({ name, types, share }) => (types === undefined ? [] : [[name, types, share]]))
}

export async function valuesIn({ ask }: Sources, path: string, query?: Readonly<Record<string, string>>) {
  const answer = await ask(path, query)
  return answer.status === 200 ? (answer.body.data.values as readonly string[]) : answer.body
}
