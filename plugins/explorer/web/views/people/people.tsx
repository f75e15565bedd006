import { useState } from 'preact/hooks'
import { get } from '../../api/call.js'
import { downloadPeople } from '../../people/export-people.js'
import { PeoplePages, PeopleTotal, usePeoplePages } from '../../people/people-pages.js'
import { SaveAudience } from '../../people/save-audience.js'
import { may } from '../../api/roles.js'
import { askedCodecs, askedParameters } from '../../question/asked.js'
import { FilterBuilder } from '../../question/filter-builder.js'
import type { Filter } from '../../question/filter.js'
import { RangePicker } from '../../question/range-picker.js'
import { choice } from '../../router/codec.js'
import { useUrlState } from '../../router/use-url-state.js'
import { ShareMenu } from '../../share/share-menu.js'
import { PageHead } from '../../shell/page-head.js'
import { Button } from '../../ui/button.js'
import { Segmented } from '../../ui/field.js'

const codecs = {
  range: askedCodecs.range,
  filters: askedCodecs.filters,
  audience: askedCodecs.audience,
  who: choice(['all', 'known', 'anonymous'], 'all'),
}

const whoFilters: Readonly<Record<string, readonly Filter[]>> = {
  known: [{ field: 'user_id', operator: 'is_set' }],
  anonymous: [{ field: 'user_id', operator: 'is_not_set' }],
}

/** Everyone with an event in the range, most recently seen first. */
export function People() {
  const [state, set] = useUrlState(codecs)
  const [saving, setSaving] = useState(false)
  const { range, audience, who } = state
  const filters = [...(whoFilters[who] ?? []), ...state.filters]
  const call = get('/api/v1/metrics/users/raw', askedParameters({ range, audience, filters }))
  const pages = usePeoplePages(call)
  const { total = 0 } = pages
  return (
    <>
      <PageHead title="People" summary="Everyone with an event in the range, most recently seen first.">
        {may('editor') && (
          <Button icon="audience" disabled={total === 0} onClick={() => setSaving(true)}>
            Save as audience
          </Button>
        )}
        <ShareMenu
          calls={[call]}
          sheet={null}
          more={[
            { label: 'Export CSV', icon: 'download', onSelect: () => void downloadPeople(call, 'people') },
          ]}
        />
      </PageHead>
      <section class="card row" aria-label="Query">
        <Segmented
          label="People"
          value={who}
          options={[
            { value: 'all', label: 'All' },
            { value: 'known', label: 'Identified' },
            { value: 'anonymous', label: 'Anonymous' },
          ]}
          onChange={(next) => set({ who: next })}
        />
        <RangePicker value={range} onChange={(next) => set({ range: next })} />
        <FilterBuilder
          source="events"
          value={state.filters}
          onChange={(next) => set({ filters: next })}
          scope={{ range, audience, conditions: whoFilters[who] ?? [] }}
        />
      </section>
      <section class="card stack" aria-label="Result">
        <PeopleTotal pages={pages} />
        <PeoplePages pages={pages} />
      </section>
      {saving && <SaveAudience call={call} title="People" total={total} onClose={() => setSaving(false)} />}
    </>
  )
}
