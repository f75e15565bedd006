import { DemoCallError, type DemoClient } from './client.js'

interface SavedRow {
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly chart: string
  readonly question: object
}

const metric = (path: string, query: string): object => ({ path: `/api/v1/metrics/${path}`, query })

const funnel = {
  path: '/api/v1/funnels',
  body: {
    steps: [
      { event: 'page_viewed' },
      { event: 'signup_started' },
      { event: 'signed_up' },
      { event: 'project_created' },
    ],
    range: '30d',
  },
}

const comeBack = {
  path: '/api/v1/retention',
  body: { start_event: 'signed_up', granularity: 'weekly', periods: 6, range: '30d' },
}

const questions: readonly SavedRow[] = [
  {
    name: 'Active people by country',
    description: 'People of each day, by the six largest countries.',
    tags: ['growth', 'weekly review'],
    chart: 'area',
    question: metric('dau', 'range=30d&breakdown=country&breakdown_limit=6'),
  },
  {
    name: 'From visit to first project',
    description: 'The steps of a new customer.',
    tags: ['growth', 'onboarding'],
    chart: 'auto',
    question: funnel,
  },
  {
    name: 'Who comes back',
    description: 'Weekly retention after signing up.',
    tags: ['growth', 'weekly review'],
    chart: 'auto',
    question: comeBack,
  },
  {
    name: 'Payments',
    description: 'Successful payments of each day.',
    tags: ['money'],
    chart: 'bar',
    question: metric('event/payment_succeeded', 'range=30d&compare=previous'),
  },
]

/** A statement with parameters, in the SQL of every storage that has one. */
const statement: SavedRow = {
  name: 'Top events of a country',
  description: 'SQL with parameters: the country, and how many events are listed.',
  tags: ['sql'],
  chart: 'table',
  question: {
    path: '/api/v1/data/query',
    body: {
      query:
        'SELECT event_name, count(*) AS events\nFROM events_v1\nWHERE country = {country:String}\n' +
        'GROUP BY event_name\nORDER BY events DESC, event_name\nLIMIT {most:Int64}',
      parameters: { country: 'DE', most: 10 },
    },
  },
}

interface Options {
  readonly client: DemoClient
  readonly token: string
  readonly workspace: string
}

interface Listed {
  readonly id: string
  readonly name: string
}

/** Saves the questions of the story, and a formula over one of them; those of an earlier load are not saved again. Returns ids by name. */
export async function saveLibrary({
  client,
  token,
  workspace,
}: Options): Promise<ReadonlyMap<string, string>> {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
    client.call<T>(method, path, { token, workspace, ...(body && { body }) })
  const saved = await call<{ questions: readonly Listed[] }>('GET', '/questions')
  const ids = new Map(saved.questions.map(({ id, name }) => [name, id]))
  const save = async (question: SavedRow): Promise<void> => {
    if (ids.has(question.name)) return
    ids.set(question.name, (await call<Listed>('POST', '/questions', question)).id)
  }
  for (const question of questions) await save(question)
  await save({
    name: 'Payments per active person',
    description: 'A formula that refers to the saved question “Payments”.',
    tags: ['money'],
    chart: 'line',
    question: {
      path: '/api/v1/metrics/formula',
      body: {
        series: [{ metric: `question:${ids.get('Payments') ?? ''}` }, { metric: 'dau' }],
        formula: 'A / B',
        range: '30d',
      },
    },
  })
  // A storage may have no SQL (422), or its account may not create readers (503).
  await save(statement).catch((error: unknown) => {
    if (!(error instanceof DemoCallError) || ![422, 503].includes(error.status)) throw error
  })
  return ids
}
