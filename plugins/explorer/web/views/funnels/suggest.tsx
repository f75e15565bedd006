import { post } from '../../api/call.js'
import type { Data } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { Button } from '../../ui/button.js'
import type { Step } from './state.js'

interface Groups {
  readonly groups: readonly { readonly group: string; readonly size: number }[]
}

const steps = 4
const share = 0.75

/** Offers a way to begin with: the event of the most people, then each time one that clearly fewer do. */
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
      {`Start with ${found.map(({ event }) => event).join(' → ')}`}
    </Button>
  )
}

function suggested(groups: Groups['groups']): readonly Step[] {
  const chosen: { group: string; size: number }[] = []
  for (const one of [...groups].sort((a, b) => b.size - a.size)) {
    const last = chosen.at(-1)
    if (chosen.length < steps && (last === undefined || one.size <= last.size * share)) chosen.push(one)
  }
  return chosen.map(({ group }) => ({ event: group }))
}
