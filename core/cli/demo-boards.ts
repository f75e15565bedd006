import type { DemoClient } from './demo-client.js'

type Tile = Readonly<{
  title: string
  chart: string
  question: object
  left: number
  top: number
  width: number
  height: number
}>

const metric = (path: string, query = ''): object => ({ path: `/api/v1/metrics/${path}`, query })
const at = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })

const signUp = {
  steps: [
    { event: 'page_viewed' },
    { event: 'signup_started' },
    { event: 'signed_up' },
    { event: 'project_created' },
  ],
  range: '30d',
}

const boards: readonly {
  readonly name: string
  readonly description: string
  readonly tiles: readonly Tile[]
}[] = [
  {
    name: 'Growth',
    description: 'Who comes, who signs up, who stays.',
    tiles: [
      {
        title: 'Active people',
        chart: 'number',
        question: metric('dau', 'range=30d&compare=previous'),
        ...at(0, 0, 3, 2),
      },
      {
        title: 'Sign-ups',
        chart: 'number',
        question: metric('event/signed_up', 'range=30d&compare=previous'),
        ...at(3, 0, 3, 2),
      },
      {
        title: 'Payments',
        chart: 'number',
        question: metric('event/payment_succeeded', 'range=30d&compare=previous'),
        ...at(6, 0, 3, 2),
      },
      {
        title: 'Of the month, here each day',
        chart: 'number',
        question: metric('stickiness/daily', 'range=30d'),
        ...at(9, 0, 3, 2),
      },
      {
        title: 'Active people by country',
        chart: 'area',
        question: metric('dau', 'range=30d&breakdown=country&breakdown_limit=6'),
        ...at(0, 2, 8, 5),
      },
      {
        title: 'From visit to first project',
        chart: 'auto',
        question: { path: '/api/v1/funnels', body: signUp },
        ...at(8, 2, 4, 5),
      },
      {
        title: 'New, returning, resurrected',
        chart: 'bar',
        question: metric('lifecycle', 'range=30d'),
        ...at(0, 7, 6, 5),
      },
      {
        title: 'Who comes back',
        chart: 'auto',
        question: {
          path: '/api/v1/retention',
          body: { start_event: 'signed_up', granularity: 'weekly', periods: 6, range: '30d' },
        },
        ...at(6, 7, 6, 5),
      },
      {
        title: 'What people do',
        chart: 'auto',
        question: metric('events/top', 'range=30d&limit=8'),
        ...at(0, 12, 6, 4),
      },
      { title: 'Segments', chart: 'auto', question: metric('segments', 'range=30d'), ...at(6, 12, 6, 4) },
    ],
  },
  {
    name: 'Health',
    description: 'Errors, load and waiting times of the servers.',
    tiles: [
      {
        title: 'Log lines by level',
        chart: 'bar',
        question: metric('logs', 'range=30d&breakdown=level'),
        ...at(0, 0, 8, 5),
      },
      {
        title: 'Errors people saw',
        chart: 'line',
        question: metric('event/error_shown', 'range=30d'),
        ...at(8, 0, 4, 5),
      },
      {
        title: 'CPU by server',
        chart: 'line',
        question: metric('infrastructure', 'name=cpu.utilization&range=30d&breakdown=source'),
        ...at(0, 5, 6, 5),
      },
      {
        title: 'Waiting time, p95',
        chart: 'line',
        question: metric('infrastructure', 'name=http.duration&fn=p95&range=30d'),
        ...at(6, 5, 6, 5),
      },
    ],
  },
]

interface Options {
  readonly client: DemoClient
  readonly token: string
  readonly workspace: string
}

/** Boards over the story; what an earlier load made is not made again. */
export async function saveBoards({ client, token, workspace }: Options): Promise<void> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
    client.call<T>(method, path, { token, workspace, ...(body && { body }) })
  const saved = await call<{ boards: readonly { name: string }[] }>('GET', '/boards')
  for (const { name, description, tiles } of boards) {
    if (saved.boards.some((board) => board.name === name)) continue
    const { id } = await call<{ id: string }>('POST', '/boards', { name, description, range: '30d' })
    for (const tile of tiles) await call('POST', `/boards/${id}/tiles`, tile)
  }
}
