import type { ComponentChildren } from 'preact'
import { withQuery } from '../api/call.js'
import type { TopData } from '../api/types.js'
import { useAnswer } from '../api/use-answer.js'
import { Bars } from '../charts/bars.js'
import { formatCount } from '../charts/format.js'
import type { Metric } from '../data/metrics.js'
import { askedParameters, type Asked } from '../question/asked.js'
import { metricCall, type MetricParams } from '../question/metric-call.js'
import { ShareMenu } from '../share/share-menu.js'
import { Answered } from '../ui/states.js'
import { usePeople } from './use-people.js'
import { metricText } from '../text/metric.js'

interface Props {
  readonly metric: Metric
  readonly asked: Partial<Asked>
  readonly params?: MetricParams
  readonly title?: string
  readonly limit?: number
  /** Controls at the right of the title. */
  readonly tools?: ComponentChildren
}

/** A ranking: labels by count, largest first. A click lists the people behind a label. */
export function TopPanel({ metric, asked, params = {}, title = metric.title, limit = 10, tools }: Props) {
  const call = withQuery(metricCall(metric, params, askedParameters(asked)), { limit })
  const answer = useAnswer<TopData>(call)
  const [openPeople, drawer] = usePeople()
  const rows = answer.data?.data ?? []
  const open = (label: string): void =>
    openPeople(
      withQuery(metricCall(metric, params, askedParameters(asked), 'people'), { dimension: label }),
      label,
    )
  return (
    <section class="card stack" aria-label={title}>
      <div class="spread">
        <h2>{title}</h2>
        <span class="row">
          {tools}
          <ShareMenu
            part
            calls={[call]}
            sheet={() => ({
              name: metric.key,
              columns: ['label', 'count'],
              rows: rows.map(({ label, count }) => [label, count]),
            })}
          />
        </span>
      </div>
      <Answered answer={answer} isEmpty={({ data }) => data.length === 0}>
        {({ data, total_labels }) => (
          <>
            <Bars
              label={title}
              bars={data.map(({ label, count }) => ({
                id: label,
                label,
                value: count,
                text: formatCount(count),
              }))}
              {...(metric.people === null ? {} : { onChoose: open })}
            />
            {total_labels > data.length && (
              <small>{metricText.shownOfAll(data.length, formatCount(total_labels))}</small>
            )}
          </>
        )}
      </Answered>
      {drawer}
    </section>
  )
}
