import { useEffect, useRef } from 'preact/hooks'
import { get, type Call } from '../api/call.js'
import { send } from '../api/send.js'
import { token } from '../api/session.js'
import { workspace } from '../api/workspace.js'
import { loadedMetrics } from '../data/metrics.js'
import { questionDataCall } from '../library/api.js'
import type { Item } from './items.js'
import { sparkPath } from './spark-path.js'
import { createSparks, sparkRange, type Sparked } from './sparks.js'

const sparks = createSparks((call) => send(call))
token.subscribe((text) => {
  if (text === null) sparks.clear()
})

const size = { width: 64, height: 20 }

/** The last 30 days of an item as a small line. It is loaded while the row is visible. */
export function Sparkline({ item }: { readonly item: Item }) {
  const place = useRef<HTMLSpanElement>(null)
  const row = sparkedOf(item)
  useEffect(() => {
    if (place.current === null) return undefined
    let release: (() => void) | null = null
    const observer = new IntersectionObserver((entries) => {
      const isVisible = entries.at(-1)?.isIntersecting === true
      if (isVisible) release ??= sparks.want(row)
      else {
        release?.()
        release = null
      }
    })
    observer.observe(place.current)
    return () => {
      observer.disconnect()
      release?.()
    }
  }, [row.key])
  const values = sparks.of(row.key).value
  return (
    <span class="sparkline" ref={place} aria-hidden="true">
      {values != null && values.length > 1 && (
        <svg {...size} viewBox={`0 0 ${size.width} ${size.height}`}>
          <path d={sparkPath(values, size)} />
        </svg>
      )}
    </span>
  )
}

const sparkedOf = ({ kind, value, name }: Item): Sparked => ({
  key: `${workspace.value?.id ?? ''} ${value}`,
  event: kind === 'event' ? name : null,
  call: kind === 'event' ? null : kind === 'metric' ? metricSpark(name) : questionDataCall(name, sparkRange),
})

/** A metric that requires parameters has no line. */
function metricSpark(key: string): Call | null {
  const metric = loadedMetrics().find((one) => one.key === key)
  return metric === undefined || (metric.parameters.required ?? []).length > 0 || metric.path.includes(':')
    ? null
    : get(metric.path, sparkRange)
}
