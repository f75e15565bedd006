import type { DemoClient } from './client.js'

/**
 * Title, chart and query (or the name of a saved question, or the words of a tile with the chart `text`), then left, top,
 * width and height in columns and rows of the grid.
 */
type TileRow = readonly [
  title: string,
  chart: string,
  shown: object | string,
  left: number,
  top: number,
  width: number,
  height: number,
]

const metric = (path: string, query = ''): object => ({ path: `/api/v1/metrics/${path}`, query })

const compared = 'range=30d&compare=previous'
const cpu = metric('infrastructure', 'name=cpu.utilization&range=30d&breakdown=source')
const waiting = metric('infrastructure', 'name=http.duration&fn=p95&range=30d')
const byService = metric('logs', 'range=30d&breakdown=service&breakdown=level&breakdown_limit=8')

const notes = `**Active people** did anything at all. A *project* is the moment that counts.

- Sign-ups follow the campaign \`creator_week\`.
- [Signed up, not activated](/audiences) lists the people to write to.`

const boards: readonly {
  readonly name: string
  readonly description: string
  readonly tiles: readonly TileRow[]
}[] = [
  {
    name: 'Growth',
    description: 'Who comes, who signs up, who stays.',
    tiles: [
      ['Active people', 'number', metric('dau', compared), 0, 0, 3, 2],
      ['Sign-ups', 'number', metric('event/signed_up', compared), 3, 0, 3, 2],
      ['Payments', 'number', metric('event/payment_succeeded', compared), 6, 0, 3, 2],
      ['Of the month, here each day', 'number', metric('stickiness/daily', 'range=30d'), 9, 0, 3, 2],
      ['Active people by country', 'area', 'Active people by country', 0, 2, 8, 5],
      ['From visit to first project', 'auto', 'From visit to first project', 8, 2, 4, 5],
      ['New, returning, resurrected', 'bar', metric('lifecycle', 'range=30d'), 0, 7, 6, 5],
      ['Who comes back', 'auto', 'Who comes back', 6, 7, 6, 5],
      ['What people do', 'auto', metric('events/top', 'range=30d&limit=8'), 0, 12, 6, 4],
      ['Segments', 'auto', metric('segments', 'range=30d'), 6, 12, 6, 4],
      ['How to read this', 'text', notes, 0, 16, 12, 3],
    ],
  },
  {
    name: 'Health',
    description: 'Errors, load and waiting times of the servers.',
    tiles: [
      ['Log lines by level', 'bar', metric('logs', 'range=30d&breakdown=level'), 0, 0, 8, 5],
      ['Errors people saw', 'line', metric('event/error_shown', 'range=30d'), 8, 0, 4, 5],
      ['CPU by server', 'line', cpu, 0, 5, 6, 5],
      ['Waiting time, p95', 'line', waiting, 6, 5, 6, 5],
      ['Log lines by service and level', 'bar', byService, 0, 10, 12, 5],
    ],
  },
]

interface Options {
  readonly client: DemoClient
  readonly token: string
  readonly workspace: string
  /** The ids of saved questions, by name. */
  readonly questions: ReadonlyMap<string, string>
}

/** Creates the boards of the story; boards from an earlier load are not created again. */
export async function saveBoards({ client, token, workspace, questions }: Options): Promise<void> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
    client.call<T>(method, path, { token, workspace, ...(body && { body }) })
  const saved = await call<{ boards: readonly { name: string }[] }>('GET', '/boards')
  for (const { name, description, tiles } of boards) {
    if (saved.boards.some((board) => board.name === name)) continue
    const { id } = await call<{ id: string }>('POST', '/boards', { name, description, range: '30d' })
    for (const [title, chart, shown, left, top, width, height] of tiles) {
      const content = contentOf(chart, shown, questions)
      await call('POST', `/boards/${id}/tiles`, { title, chart, ...content, left, top, width, height })
    }
  }
}

function contentOf(chart: string, shown: object | string, questions: Options['questions']): object {
  if (typeof shown !== 'string') return { question: shown }
  return chart === 'text' ? { text: shown } : { question_id: questions.get(shown) }
}
