import { useState } from 'preact/hooks'
import { get } from '../../api/call.js'
import { useAnswer } from '../../api/use-answer.js'
import { Bars } from '../../charts/bars.js'
import { formatCount, formatPercent } from '../../charts/format.js'
import { askedCodecs, askedParameters } from '../../question/asked.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { metricName } from '../../data/metric-name.js'
import { RangeBar } from '../../question/range-bar.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Answered } from '../../ui/states.js'
import { SegmentDrawer } from './segment-drawer.js'
import './segments.css'
import { segmentsText } from '../../text/segments.js'

interface Segment {
  readonly segment: string
  readonly category: string
  readonly users: number
}

const { range, timezone, filters, audience } = askedCodecs
const codecs = { range, timezone, filters, audience }

/** Descriptions of the segments; the plugin's README defines them. */
const meanings: Readonly<Record<string, string>> = {
  new: segmentsText.firstSeenInTheLast7,
  returning: segmentsText.seenInTheLast7Days,
  dormant: segmentsText.lastSeen8To30Days,
  churned: segmentsText.notSeenForMoreThan30,
  one_timer: segmentsText.n1SessionInTheRange,
  casual: '2 to 4 sessions',
  regular: '5 to 14 sessions',
  power_user: segmentsText.n15SessionsOrMore,
}

export function Segments() {
  const [asked, set] = useUrlState(codecs)
  const [opened, setOpened] = useState<string | null>(null)
  const call = get('/api/v1/metrics/segments', askedParameters(asked))
  const answer = useAnswer<readonly Segment[]>(call)
  const all = answer.data ?? []
  return (
    <>
      <PageHead title={segmentsText.segments} summary={segmentsText.everyoneSeenUpToTheEnd}>
        <ShareMenu
          calls={[call]}
          sheet={() => ({
            name: 'segments',
            columns: ['category', 'segment', 'users'],
            rows: all.map(({ category, segment, users }) => [category, segment, users]),
          })}
        />
      </PageHead>
      <div class="row">
        <RangeBar value={{ range: asked.range, timezone: asked.timezone }} onChange={set} />
        <FilterBuilder
          source="events"
          value={asked.filters}
          onChange={(next) => set({ filters: next })}
          scope={asked}
          error={answer.error}
        />
      </div>
      <Answered answer={answer} isEmpty={(list) => list.every(({ users }) => users === 0)}>
        {(list) => (
          <div class="segments">
            {[...new Set(list.map(({ category }) => category))].map((category) => (
              <SegmentCard
                key={category}
                category={category}
                segments={list.filter((one) => one.category === category)}
                onChoose={setOpened}
              />
            ))}
          </div>
        )}
      </Answered>
      {opened !== null && (
        <SegmentDrawer
          title={metricName(opened)}
          call={get(`/api/v1/metrics/segments/${encodeURIComponent(opened)}`, askedParameters(asked))}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

interface CardProps {
  readonly category: string
  readonly segments: readonly Segment[]
  readonly onChoose: (segment: string) => void
}

function SegmentCard({ category, segments, onChoose }: CardProps) {
  const total = segments.reduce((sum, { users }) => sum + users, 0)
  return (
    <section class="card stack" aria-label={metricName(category)}>
      <div class="spread">
        <h2>{metricName(category)}</h2>
        <span class="soft">{segmentsText.countPeople(formatCount(total))}</span>
      </div>
      <Bars
        label={metricName(category)}
        onChoose={onChoose}
        bars={segments.map(({ segment, users }, index) => ({
          id: segment,
          value: users,
          color: `var(--series-${index + 1})`,
          label: (
            <>
              {metricName(segment)} <small>{meanings[segment]}</small>
            </>
          ),
          text: (
            <>
              {formatCount(users)} <small>{total === 0 ? '' : formatPercent(users / total)}</small>
            </>
          ),
        }))}
      />
    </section>
  )
}
