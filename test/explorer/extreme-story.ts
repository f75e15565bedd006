import type { Test } from 'tap'
import { explorer, type Explorer } from './app.js'

export const manyEvents = 5_000
export const manyLines = 200
export const manyTiles = 50

/** A name of 200 characters without a place to break it. */
export const longName = `long_${'x'.repeat(195)}`
/** Right-to-left: a purchase. */
export const arabicName = 'شراء المنتج'

export interface ExtremeStory extends Explorer {
  /** The address of the board with many tiles. */
  readonly board: string
}

/** Starts the explorer over a workspace with very many and very long names, lines and tiles. */
export async function extremeStory(t: Test): Promise<ExtremeStory> {
  const app = await explorer(t)
  const { service, workspace } = app
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await service.call('POST', `/api/v1${path}`, { workspace: workspace.id, body })
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return String(answer.body.data.id)
  }
  const names = [
    ...Array.from({ length: manyEvents - 2 }, (_, index) => `event_${index}`),
    longName,
    arabicName,
  ]
  const named = names.map((event, index) => ({ type: 'track', event, device_id: `device-${index % 100}` }))
  const lines = Array.from({ length: manyLines }, (_, index) => ({
    type: 'track',
    event: 'visit',
    device_id: `device-${index}`,
    context: { city: index === 0 ? arabicName : index === 1 ? longName : `City ${index}` },
  }))
  const all = [...named, ...lines]
  for (let at = 0; at < all.length; at += 1_000) {
    const body = all
      .slice(at, at + 1_000)
      .map((line) => JSON.stringify(line))
      .join('\n')
    const { status } = await service.call('POST', '/v1/events', { token: workspace.ingestKey, body })
    if (status !== 202) throw new Error(`no events: ${status}`)
  }
  const board = await create('/boards', { name: longName, description: arabicName, range: '7d' })
  for (let index = 0; index < manyTiles; index++)
    await create(`/boards/${board}/tiles`, {
      title: index === 0 ? longName : index === 1 ? arabicName : `Tile ${index}`,
      chart: index % 2 === 0 ? 'line' : 'number',
      question: { path: '/api/v1/metrics/event/visit', query: 'range=7d' },
      left: (index % 4) * 3,
      top: Math.floor(index / 4) * 3,
      width: 3,
      height: 3,
    })
  return { ...app, board: `/boards/${board}` }
}
