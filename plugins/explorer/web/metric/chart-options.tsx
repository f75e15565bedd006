import { fitting, smoothings, smoothName, type ChartOptions } from '../charts/options.js'
import { Segmented, Select } from '../ui/field.js'
import { Popover } from '../ui/popover.js'
import { metricText } from '../text/metric.js'

interface Props {
  readonly look: string
  /** Whether the values of several lines add up. */
  readonly addsUp: boolean
  /** The granularity of the chart, for the name of the moving average. */
  readonly grain: string
  readonly value: ChartOptions
  readonly onChange: (changes: Partial<ChartOptions>) => void
}

/** The options of a chart that have an effect on it: scale, stacking and moving average. */
export function ChartOptionsButton({ look, addsUp, grain, value, onChange }: Props) {
  const fits = fitting(look, addsUp)
  if (!fits.scale && !fits.stack && !fits.smooth) return null
  return (
    <Popover text={metricText.options} icon="settings" look="quiet" align="end">
      {() => (
        <div class="chart-options stack">
          {fits.scale && (
            <Segmented
              label={metricText.scale}
              value={value.scale}
              options={[
                { value: 'linear', label: metricText.linearScale },
                { value: 'log', label: metricText.logScale },
              ]}
              onChange={(scale) => onChange({ scale })}
            />
          )}
          {fits.stack && (
            <Segmented
              label={metricText.stacking}
              value={value.stack}
              options={[
                { value: 'auto', label: metricText.stacked },
                { value: 'percent', label: metricText.percent },
                { value: 'none', label: metricText.notStacked },
              ]}
              onChange={(stack) => onChange({ stack })}
            />
          )}
          {fits.smooth && (
            <Select
              label={metricText.smoothing}
              value={value.smooth}
              options={smoothings.map((buckets) => ({
                value: buckets,
                label: buckets === '0' ? metricText.noSmoothing : capital(smoothName(buckets, grain)),
              }))}
              onChange={(smooth) => onChange({ smooth })}
            />
          )}
        </div>
      )}
    </Popover>
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
