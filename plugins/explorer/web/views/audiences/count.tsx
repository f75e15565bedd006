import type { Call } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatCount } from '../../charts/format.js'
import { audiencesText } from '../../text/audiences.js'

/** The number of people in an audience, saved or not; “–” if it cannot be counted. */
export function Count({ call }: { readonly call: Call }) {
  const { data, error } = useAnswer<Data<{ readonly count: number }>>(call)
  const count = data?.data.count
  return (
    <span class="audience-count" aria-live="polite" title={error?.message}>
      <strong class="number">{error !== null ? '–' : count === undefined ? '…' : formatCount(count)}</strong>
      <small>{audiencesText.peopleUnit(count ?? 0)}</small>
    </span>
  )
}
