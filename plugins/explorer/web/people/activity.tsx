import type { Call } from '../api/call.js'
import type { Data, SeriesData } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { datesOf } from '../charts/line.js'
import { TimeChart } from '../charts/time-chart.js'
import { Answered } from '../ui/states.js'
import { peopleText } from '../text/people.js'

/** A small chart of someone's events over time. */
export function Activity({ call, title }: { readonly call: Call; readonly title: string }) {
  const answer = useAnswer<Data<SeriesData>>(call)
  return (
    <Answered answer={answer} isEmpty={({ data }) => data.total === 0} empty={null}>
      {({ data }) => (
        <TimeChart
          title={title}
          look="bar"
          height={110}
          data={{
            dates: datesOf([data]),
            lines: [
              {
                id: 'events',
                label: peopleText.events,
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
