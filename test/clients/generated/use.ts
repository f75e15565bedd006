// Compiled beside the generated clients: what their users write.
import { Api } from './swagger/api'
import { getMetricsDau, postFunnels } from './hey'
import type { SeriesResponse } from './hey'

const [, , baseUrl = '', token = '', workspace = ''] = process.argv
declare const process: { readonly argv: readonly string[] }

const query = { range: '2026-03-08,2026-03-09' }
const headers = { 'X-Workspace-ID': workspace }
const total = (body: SeriesResponse): number => body.data.total

async function main(): Promise<void> {
  const options = { baseUrl, headers, auth: token, throwOnError: true } as const
  const dau = await getMetricsDau({ ...options, query })
  const steps = [{ event: 'signup' }, { event: 'purchase' }]
  const funnel = await postFunnels({ ...options, body: { steps, ...query } })
  console.log(total(dau.data), funnel.data.data.steps.map(({ count }) => count).join(' '))

  const api = new Api({
    baseUrl,
    baseApiParams: { headers: { ...headers, Authorization: `Bearer ${token}` } },
  })
  const same = await api.api.getMetricsDau(query)
  const board = await api.api.postBoards({ name: 'Sales' })
  console.log(same.data.data.total, board.data.data.name)
  const error = await api.api.getMetricsDau({ range: 'never' }).catch((response: unknown) => response)
  console.log((error as { error: { error: string } }).error.error)
}

// @ts-expect-error unknown parameter
const wrong = () => getMetricsDau({ query: { rang: '7d' }, headers })

void main().then(() => wrong)
