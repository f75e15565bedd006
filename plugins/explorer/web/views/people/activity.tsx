import type { Data, SeriesData } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { datesOf } from '../../charts/line.js'
import { TimeChart } from '../../charts/time-chart.js'
import type { PersonName } from '../../people/person.js'
import { Answered } from '../../ui/states.js'
import { activityCall, type PersonState } from './state.js'

/** A small chart of the person's events over time. */
export function Activity({ who, state }: { readonly who: PersonName; readonly state: PersonState }) {
  const answer = useAnswer<Data<SeriesData>>(activityCall(who, state))
  return (
    <Answered answer={answer} isEmpty={({ data }) => data.total === 0} empty={null}>
      {({ data }) => (
        <TimeChart
          title="Events of this person over time"
          look="bar"
          height={110}
          data={{
            dates: datesOf([data]),
            lines: [
              {
                id: 'events',
                label: 'Events',
                values: data.points.map(({ value }) => value),
                total: data.total,
              },
            ],
          }}
        />
      )}
    </Answered>
  )
}
