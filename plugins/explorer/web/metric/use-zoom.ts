import { useEffect } from 'preact/hooks'
import { wallTimeIn } from '../question/zone-time.js'
import { usualZone, weekStart } from '../question/calendar.js'
import { spanOf } from '../charts/incomplete.js'
import { rangeBefore, zoomRange, zoomText } from '../charts/zoom.js'
import { changeQuery, query } from '../router/location.js'

interface Zoom {
  /** Shows only the dates from the first to the last index. */
  readonly zoom: (dates: readonly string[], first: number, last: number) => void
  /** Goes back to the range before; null if nothing was chosen in a chart. */
  readonly reset: (() => void) | null
}

/** The range of a view by its chart, for views that store it as `range` in their address. Escape goes back too. */
export function useZoom(range: string, timezone = ''): Zoom {
  const before = rangeBefore(query.value.get('zoom'), range)
  const reset = before === null ? null : (): void => changeQuery({ range: before, zoom: null })
  useEffect(() => {
    if (reset === null) return
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented || isBusy(event.target)) return
      event.preventDefault()
      reset()
    }
    addEventListener('keydown', escape)
    return () => removeEventListener('keydown', escape)
  }, [before])
  return {
    zoom(dates, first, last) {
      const zone = timezone === '' ? usualZone() : timezone
      // The bounds of hours that roll are no round times.
      const within = /^\d+h$/.test(range) ? null : spanOf(range, wallTimeIn(Date.now(), zone), weekStart())
      const chosen = zoomRange(dates, first, last, within)
      if (chosen !== range) changeQuery({ range: chosen, zoom: zoomText(chosen, before ?? range) })
    },
    reset,
  }
}

/** Whether Escape belongs to something else: an open dialog or panel, a full screen, or a field. */
const isBusy = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open], .panel, .chart-panel.full') !== null ||
  (target instanceof HTMLElement && target.closest('input, textarea, select') !== null)
