import { useEffect, useRef, useState } from 'preact/hooks'
import { may } from '../api/roles.js'
import { TableBehind } from '../charts/chart-table.js'
import { knownTimes, type Asked } from '../charts/known-times.js'
import type { ChartData } from '../charts/line.js'
import { optionCodecs } from '../charts/options.js'
import type { Picture } from '../charts/picture.js'
import type { Look } from '../charts/plot.js'
import { TimeChart } from '../charts/time-chart.js'
import { instantOfLabel } from '../question/zone-time.js'
import { lazy } from '../router/lazy.js'
import { useUrlState } from '../router/use-url-state.js'
import { Button } from '../ui/button.js'
import { ChartOptionsButton } from './chart-options.js'
import { ExportMenu } from './export-menu.js'
import { useFullScreen } from './use-full-screen.js'
import { useZoom } from './use-zoom.js'
import { metricText } from '../text/metric.js'

const { component: MarkDialog, preload } = lazy(
  async () => (await import('../views/marks/mark-dialog.js')).MarkDialog,
)

interface Props {
  readonly data: ChartData
  readonly title: string
  readonly look: Look
  /** Whether the values of several lines add up. */
  readonly stack: boolean
  readonly kind: string
  readonly height?: number
  /** The query behind the data. */
  readonly asked: Asked
  readonly onPoint?: (line: number, date: number) => void
}

/** What a full screen has besides the chart itself, in pixels. */
const around = 250

/** A chart of a view with its tools, and its table. The options are in the view's address. */
export function ChartPanel({ data, title, look, stack, kind, height = 320, asked, onPoint }: Props) {
  const [options, set] = useUrlState(optionCodecs)
  const { zoom, reset } = useZoom(asked.range ?? '', asked.timezone)
  const [full, setFull] = useFullScreen()
  const [marking, setMarking] = useState(false)
  const [marked, setMarked] = useState<string | null>(null)
  const picture = useRef<Picture | null>(null)
  const { grain, zone } = knownTimes(data.dates, asked)
  useEscape(marking, () => setMarking(false))
  const clickable = onPoint === undefined ? {} : { onPoint }
  return (
    <div class={full ? 'chart-panel full' : 'chart-panel'}>
      <div class="row chart-tools" role="group" aria-label={metricText.toolsOfTitle(title)}>
        {full && <strong class="clip">{title}</strong>}
        {reset !== null && (
          <Button small icon="history" onClick={reset} label={metricText.resetZoomEscape}>
            {metricText.resetZoom}
          </Button>
        )}
        <ChartOptionsButton
          {...{ look, grain }}
          addsUp={stack && data.lines.length > 1}
          value={options}
          onChange={set}
        />
        {may('editor') && (
          <Button
            small
            look="quiet"
            icon="flag"
            pressed={marking}
            onClick={() => {
              preload()
              setMarking(!marking)
            }}
          >
            {marking ? metricText.clickAPoint : metricText.addMark}
          </Button>
        )}
        <ExportMenu picture={picture} range={asked.range ?? ''} zone={zone} />
        <Button
          small
          look="quiet"
          icon="expand"
          pressed={full}
          label={full ? metricText.leaveFullScreen : metricText.fullScreen}
          onClick={() => setFull(!full)}
        />
      </div>
      <TimeChart
        {...{ data, title, look, stack, kind, options, asked, picture }}
        {...clickable}
        height={full ? Math.max(height, innerHeight - around) : height}
        onZoom={(first, last) => zoom(data.dates, first, last)}
        onMark={
          marking
            ? (date) => {
                setMarking(false)
                setMarked(date)
              }
            : undefined
        }
      />
      {!full && <TableBehind data={data} title={title} kind={kind} {...clickable} />}
      {marked !== null && (
        <MarkDialog
          mark={null}
          at={new Date(instantOfLabel(marked, zone)).toISOString()}
          onSaved={() => undefined}
          onClose={() => setMarked(null)}
        />
      )}
    </div>
  )
}

/** Calls `act` on Escape while `active`, before anything else that listens to it. */
function useEscape(active: boolean, act: () => void): void {
  useEffect(() => {
    if (!active) return
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', escape, true)
    return () => removeEventListener('keydown', escape, true)
  }, [active])
}
