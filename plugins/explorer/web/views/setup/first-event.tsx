import { useEffect, useState } from 'preact/hooks'
import { get } from '../../api/call.js'
import { send } from '../../api/send.js'
import type { Page } from '../../api/types.js'
import { formatTime } from '../../charts/format.js'
import { Icon } from '../../ui/icon.js'
import { setupText } from '../../text/setup.js'

interface Row {
  readonly timestamp: string
  readonly event_name: string
  readonly device_id: string
  readonly user_id: string | null
  readonly properties: unknown
}

const every = 1_500
const newest = get('/api/v1/metrics/events/raw', { range: '30d', limit: 8 })

/** Polls for events: waits for the first one, then shows the newest eight. Calls `onFirst` when the first arrives. */
export function FirstEvent({ onFirst }: { readonly onFirst?: () => void }) {
  const [rows, setRows] = useState<readonly Row[] | null>(null)
  const found = rows !== null && rows.length > 0
  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async (): Promise<void> => {
      if (document.visibilityState === 'visible') {
        // A failed poll is ignored: the next one follows soon.
        const page = await send<Page<Row>>(newest, controller.signal).catch(() => null)
        if (controller.signal.aborted) return
        if (page !== null) setRows(page.data)
      }
      timer = setTimeout(() => void poll(), every)
    }
    void poll()
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    if (found) onFirst?.()
  }, [found])
  return (
    <section
      class={found ? 'first-event found' : 'first-event'}
      aria-live="polite"
      aria-label={setupText.theNewestEvents}
    >
      <p class="first-event-state">
        {found ? <Icon name="check" /> : <span class="pulse" aria-hidden="true" />}
        <strong>{found ? setupText.eventsAreComingIn : setupText.waitingForTheFirstEvent}</strong>
      </p>
      {!found && <p class="soft">{setupText.itAppearsHereWithinSecondsNo}</p>}
      {found && (
        <ol class="events-list">
          {rows.map((row, index) => (
            <li key={`${row.timestamp} ${row.event_name} ${row.device_id} ${index}`}>
              <strong class="clip">{row.event_name}</strong>
              <span class="soft clip">{row.user_id ?? row.device_id}</span>
              <code class="faint clip">{JSON.stringify(row.properties)}</code>
              <time class="faint number" dateTime={row.timestamp}>
                {formatTime(row.timestamp)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
