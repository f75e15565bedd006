import type { Called } from '../support/request.js'
import type { TestService } from '../support/service.js'

export const days = 'range=2024-01-01,2024-01-20'

export interface Statement {
  readonly purpose: string
  readonly text: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface Explained {
  readonly rules: readonly { readonly rule: string; readonly plan: string }[]
  readonly views: readonly { readonly name: string; readonly freshness: string }[]
  readonly reads: readonly string[]
  readonly statements: readonly Statement[]
}

/** A query, and how it is explained. */
export interface Asked {
  ask(): Promise<Called>
  explain(): Promise<Called>
}

export const questionsOf = (service: TestService, workspace: string): Readonly<Record<string, Asked>> => {
  const metric = (key: string, query: string): Asked => ({
    ask: () => service.call('GET', `/api/v1/metrics/${key}`, { workspace, query }),
    explain: () =>
      service.call('GET', '/api/v1/metrics/explain', { workspace, query: `metric=${key}&${query}` }),
  })
  const funnel = { range: '2024-01-01,2024-01-20', steps: [{ event: 'a' }, { event: 'b' }] }
  return {
    persons: metric('dau', days),
    'persons by country': metric('dau', `${days}&breakdown=country`),
    'started sessions': metric('sessions', 'range=2024-01-02,2024-01-20'),
    events: metric('events', days),
    'since the first event': metric('events', 'range=all_time&granularity=monthly'),
    funnel: {
      ask: () => service.call('POST', '/api/v1/funnels', { workspace, body: funnel }),
      explain: () =>
        service.call('POST', '/api/v1/metrics/explain', {
          workspace,
          body: { path: '/api/v1/funnels', body: funnel },
        }),
    },
  }
}
