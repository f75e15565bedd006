import type { Called, CallOptions } from '../../test/support/request.js'
import type { TestService } from '../../test/support/service.js'

export const root = '/api/v1/questions'
export const metrics = '/api/v1/metrics'

export interface Fixture {
  readonly workspace: string
  readonly ingestKey: string
  call(method: string, path: string, options?: CallOptions): Promise<Called>
  /** Saves a question; returns its id. */
  save(name: string, question: object, more?: object): Promise<string>
  /** Creates a board with these tiles; returns its path and the paths of the tiles. */
  board(tiles: readonly object[], more?: object): Promise<{ at: string; tiles: readonly string[] }>
}

export async function openFixture(over: TestService): Promise<Fixture> {
  const { id: workspace, ingestKey } = await over.workspace()
  const call: Fixture['call'] = (method, path, options = {}) =>
    over.call(method, path, { workspace, ...options })
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await call('POST', path, { body })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return String(answer.body.data.id)
  }
  return {
    workspace,
    ingestKey,
    call,
    save: (name, question, more = {}) => made(root, { name, question, ...more }),
    async board(tiles, more = {}) {
      const at = `/api/v1/boards/${await made('/api/v1/boards', { name: 'Growth', ...more })}`
      const paths: string[] = []
      for (const tile of tiles)
        paths.push(`${at}/tiles/${await made(`${at}/tiles`, { title: 'a tile', chart: 'line', ...tile })}`)
      return { at, tiles: paths }
    },
  }
}
