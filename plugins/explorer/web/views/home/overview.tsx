import type { Call } from '../../api/call.js'
import { get } from '../../api/call.js'
import type { Data, SeriesData, TopData } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { Bars } from '../../charts/bars.js'
import { formatCount } from '../../charts/format.js'
import { NumberCard } from '../../charts/number-card.js'
import { useMetrics } from '../../data/metrics.js'
import { SeriesPanel } from '../../metric/series-panel.js'
import type { PersonRow } from '../../people/person.js'
import { hrefOf, navigate } from '../../router/location.js'
import { useTail } from '../../rows/use-tail.js'
import { Answered, sentence } from '../../ui/states.js'
import {
  dayCall,
  liveCall,
  liveMinutes,
  livePeople,
  newCall,
  newPeople,
  weekCall,
  type Figure,
} from './figures.js'
import { LatestMarks, MyQuestions, PinnedBoards, PinnedQuestions } from './lists.js'
import { homeText } from '../../text/home.js'

const everyLive = 15_000

export function Overview() {
  const dau = useMetrics().data?.find(({ key }) => key === 'dau')
  return (
    <>
      <section class="card home-figures" aria-label={homeText.people}>
        <FigureOf call={dayCall} label={homeText.peopleLast24Hours} />
        <FigureOf call={weekCall} label={homeText.peopleLast7Days} />
        <FigureOf call={newCall} label={homeText.newPeopleLast7Days} of={newPeople} />
        <Live />
      </section>
      <div class="home-columns">
        <div class="stack">
          {dau && (
            <SeriesPanel
              metric={dau}
              asked={{ range: '30d', granularity: 'daily' }}
              title={homeText.activePeople}
              height={200}
              noTotal
            />
          )}
          <TopEvents />
        </div>
        <div class="stack">
          <PinnedBoards />
          <PinnedQuestions />
          <MyQuestions />
          <LatestMarks />
        </div>
      </div>
    </>
  )
}

const total = ({ total: value, comparison }: SeriesData): Figure => ({
  value,
  ...(comparison && { comparison }),
})

interface FigureProps {
  readonly call: Call
  readonly label: string
  readonly of?: (data: SeriesData) => Figure
}

/** A number with its change against the same time before. */
function FigureOf({ call, label, of = total }: FigureProps) {
  const answer = useAnswer<Data<SeriesData>>(call)
  return (
    <div class="home-figure">
      <Answered answer={answer}>
        {({ data }) => {
          const { value, comparison } = of(data)
          return (
            <NumberCard
              label={label}
              value={value}
              comparison={comparison}
              unit={homeText.comparedWithThePeriodBefore}
            />
          )
        }}
      </Answered>
    </div>
  )
}

/** The people of the last half hour, asked for again every 15 seconds while the page is visible. */
function Live() {
  const { rows, error } = useTail<PersonRow>(liveCall, everyLive, true)
  const people =
    rows === null
      ? '–'
      : livePeople(
          rows.map(({ row }) => row),
          Date.now(),
        )
  return (
    <div class="home-figure number-card">
      <span class="soft clip">{homeText.peopleLastMinutesMinutes(liveMinutes)}</span>
      <strong class="number">{people}</strong>
      <span class="row">
        {error === null ? (
          <a href={hrefOf('/live')}>{homeText.liveEvents}</a>
        ) : (
          <small>{sentence(error.message)}</small>
        )}
      </span>
    </div>
  )
}

const topCall = get('/api/v1/metrics/events/top', { range: '7d', limit: 8 })

function TopEvents() {
  const answer = useAnswer<TopData>(topCall)
  const open = (name: string): void =>
    navigate(hrefOf('/trends', { series: JSON.stringify([{ metric: 'event', params: { name } }]) }))
  return (
    <section class="card stack" aria-label={homeText.topEvents}>
      <div class="spread">
        <h2>{homeText.topEventsLast7Days}</h2>
        <a href={hrefOf('/explore/top_events')}>{homeText.allEvents}</a>
      </div>
      <Answered
        answer={answer}
        isEmpty={({ data }) => data.length === 0}
        empty={<p class="faint">{homeText.noEventsInTheLast7}</p>}
      >
        {({ data }) => (
          <Bars
            label={homeText.topEventsLast7Days}
            bars={data.map(({ label, count }) => ({
              id: label,
              label,
              value: count,
              text: formatCount(count),
            }))}
            onChoose={open}
          />
        )}
      </Answered>
    </section>
  )
}
