import { post } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { Button } from '../../ui/button.js'
import type { Step } from './state.js'
import { funnelsText } from '../../text/funnels.js'

interface Groups {
  /** Events with the number of people who did them (size) and the average count per person (intensity). */
  readonly groups: readonly { readonly group: string; readonly size: number; readonly intensity: number }[]
}

const steps = 3
const share = 0.8
/** An event that a person does at most this often on average counts as a milestone; others count as usage. */
const seldom = 2

/** Suggests a funnel: the event of the most people, then milestones that clearly fewer people reach each time. */
export function Suggest({ onSuggest }: { readonly onSuggest: (steps: readonly Step[]) => void }) {
  const answer = useAnswer<Data<Groups>>(
    post('/api/v1/metrics/grouped', {
      group_by: 'event_name',
      size: { type: 'unique_actors' },
      intensity: { type: 'avg_per_actor' },
      max_groups: 50,
    }),
  )
  const found = suggested(answer.data?.data.groups ?? [])
  if (found.length < 2) return null
  return (
    <Button look="primary" icon="funnel" onClick={() => onSuggest(found)}>
      {funnelsText.startWithEvents(found.map(({ event }) => event).join(' → '))}
    </Button>
  )
}

function suggested(groups: Groups['groups']): readonly Step[] {
  const chosen: { group: string; size: number }[] = []
  for (const one of [...groups].sort((a, b) => b.size - a.size)) {
    const last = chosen.at(-1)
    const isNext = last === undefined || (one.intensity <= seldom && one.size <= last.size * share)
    if (chosen.length < steps && isNext) chosen.push(one)
  }
  return chosen.map(({ group }) => ({ event: group }))
}
