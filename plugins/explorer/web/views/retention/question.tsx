import type { ApiError } from '../../api/error.js'
import { ActorSelect } from '../../question/actor-select.js'
import { EventPicker } from '../../question/event-picker.js'
import { BreakdownPicker } from '../../question/breakdown-picker.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import { eventScope } from '../../question/filter-scope.js'
import { RangePicker } from '../../question/range-picker.js'
import type { SetState } from '../../router/use-url-state.js'
import { Select } from '../../ui/field.js'
import type { RetentionState } from './state.js'
import { retentionText } from '../../text/retention.js'

interface Props {
  readonly state: RetentionState
  /** The error of the query, which may name a node of the filters. */
  readonly error: ApiError | null
  readonly set: SetState<RetentionState>
}

/** The parts of the query: first event, return event, range and periods. */
export function Question({ state, error, set }: Props) {
  const ask = (changes: Partial<RetentionState>): void => set({ ...changes, people: '' })
  return (
    <section class="card stack" aria-label={retentionText.query}>
      <div class="sentence">
        <span class="soft">{retentionText.peopleWhoDid}</span>
        <EventPicker
          label={retentionText.firstEvent}
          value={state.start}
          empty={retentionText.anyEvent}
          clearable
          onChange={(start) => ask({ start })}
        />
        <FilterBuilder
          source="events"
          value={state.startFilters}
          onChange={(startFilters) => ask({ startFilters })}
          scope={eventScope(state, state.start)}
          error={error}
          at="start_filter"
        />
        <span class="soft">{retentionText.andCameBackWith}</span>
        <EventPicker
          label={retentionText.returnEvent}
          value={state.return}
          empty={retentionText.anyEvent}
          clearable
          onChange={(event) => ask({ return: event })}
        />
        <FilterBuilder
          source="events"
          value={state.returnFilters}
          onChange={(returnFilters) => ask({ returnFilters })}
          scope={eventScope(state, state.return)}
          error={error}
          at="return_filter"
        />
      </div>
      <div class="row">
        <RangePicker value={state.range} onChange={(range) => ask({ range })} />
        <Select
          label={retentionText.period}
          bare
          value={state.granularity}
          options={[
            { value: 'daily', label: retentionText.byDay },
            { value: 'weekly', label: retentionText.byWeek },
            { value: 'monthly', label: retentionText.byMonth },
          ]}
          onChange={(granularity) => ask({ granularity })}
        />
        <Select
          label={retentionText.numberOfPeriods}
          bare
          value={String(state.periods)}
          options={[...new Set([4, 8, 12, 16, 26, 31, 52, state.periods])]
            .sort((a, b) => a - b)
            .map((n) => ({ value: String(n), label: retentionText.periods(n) }))}
          onChange={(periods) => ask({ periods: Number(periods) })}
        />
        <Select
          label={retentionText.mode}
          bare
          value={state.mode}
          options={[
            { value: 'on', label: retentionText.cameBackInThePeriod },
            { value: 'on_or_after', label: retentionText.cameBackInItOrLater },
          ]}
          onChange={(mode) => ask({ mode })}
        />
        <ActorSelect value={state.actor} onChange={(actor) => ask({ actor })} />
        <BreakdownPicker
          source="events"
          value={state.breakdown}
          onChange={(breakdown) => ask({ breakdown, group: '' })}
        />
        <FilterBuilder
          source="events"
          value={state.filters}
          onChange={(filters) => ask({ filters })}
          scope={state}
          error={error}
        />
      </div>
    </section>
  )
}
