import type { Call } from '../api/call.js'
import type { Data, SeriesData } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { datesOf } from '../charts/line.js'
import { TimeChart } from '../charts/time-chart.js'
import { Answered } from '../ui/states.js'

/** A small chart of someone's events over time; `of` is "person" or "group". */
export function Activity({ call, of }: { readonly call: Call; readonly of: string }) {
  const answer = useAnswer<Data<SeriesData>>(call)
  return (
    <Answered answer={answer} isEmpty={({ data }) => data.total === 0} empty={null}>
      {({ data }) => (
        <TimeChart
          title={`Events of this ${of} over time`}
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
