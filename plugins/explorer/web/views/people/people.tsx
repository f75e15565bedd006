import { useEffect, useState } from 'preact/hooks'
import { get } from '../../api/call.js'
import type { Page } from '../../api/types.js'
import { useAnswer } from '../../api/use-answer.js'
import { formatCount } from '../../charts/format.js'
import { downloadPeople } from '../../people/export-people.js'
import { Pager } from '../../people/pager.js'
import { pageOf } from '../../people/pages.js'
import { PeopleList } from '../../people/people-list.js'
import type { PersonRow } from '../../people/person.js'
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
import { Answered } from '../../ui/states.js'

const pageLength = 50
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

/** Everybody with an event in the range, the last seen first. */
export function People() {
  const [state, set] = useUrlState(codecs)
  const [offset, setOffset] = useState(0)
  const [saving, setSaving] = useState(false)
  const { range, audience, who } = state
  const filters = [...(whoFilters[who] ?? []), ...state.filters]
  const call = get('/api/v1/metrics/users/raw', askedParameters({ range, audience, filters }))
  const key = JSON.stringify(call)
  useEffect(() => setOffset(0), [key])
  const answer = useAnswer<Page<PersonRow>>(pageOf(call, { limit: pageLength, offset, count_total: true }))
  const total = answer.data?.total
  return (
    <>
      <PageHead title="People" summary="Everybody with an event in the range, the last seen first.">
        {may('editor') && (
          <Button
            icon="audience"
            disabled={total === undefined || total === 0}
            onClick={() => setSaving(true)}
          >
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
      <section class="card row" aria-label="Question">
        <Segmented
          label="Who"
          value={who}
          options={[
            { value: 'all', label: 'All' },
            { value: 'known', label: 'Identified' },
            { value: 'anonymous', label: 'Anonymous' },
          ]}
          onChange={(next) => set({ who: next })}
        />
        <RangePicker value={range} onChange={(next) => set({ range: next })} />
        <FilterBuilder source="events" value={state.filters} onChange={(next) => set({ filters: next })} />
      </section>
      <section class="card stack" aria-label="Answer">
        <p class="soft" role="status">
          {total === undefined ? '' : `${formatCount(total)} ${total === 1 ? 'person' : 'people'}`}
        </p>
        <Answered answer={answer} isEmpty={({ data }) => data.length === 0}>
          {({ data, has_more }) => (
            <>
              <PeopleList rows={data} />
              <Pager
                offset={offset}
                length={data.length}
                limit={pageLength}
                total={total}
                hasMore={has_more}
                onMove={setOffset}
              />
            </>
          )}
        </Answered>
      </section>
      {saving && (
        <SaveAudience call={call} title="People" total={total ?? 0} onClose={() => setSaving(false)} />
      )}
    </>
  )
}
