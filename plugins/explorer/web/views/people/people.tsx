import { useState } from 'preact/hooks'
import { get, withQuery } from '../../api/call.js'
import { AddToAudience } from '../../people/add-to-audience.js'
import { columnsText, readColumns } from '../../people/columns.js'
import { downloadPeople } from '../../people/export-people.js'
import { personKey, type PersonName } from '../../people/person.js'
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
import { Segmented, Select } from '../../ui/field.js'
import { ColumnsMenu } from './columns-menu.js'
import { PeopleTable } from './people-table.js'
import { sortChoices, sortCodec, sortParameters } from './sort.js'
import './people-table.css'
import { peopleViewText } from '../../text/people-view.js'

const codecs = {
  range: askedCodecs.range,
  filters: askedCodecs.filters,
  audience: askedCodecs.audience,
  who: choice(['all', 'known', 'anonymous'], 'all'),
  sort: sortCodec,
  columns: { read: readColumns, write: columnsText },
}

const whoFilters: Readonly<Record<string, readonly Filter[]>> = {
  known: [{ field: 'user_id', operator: 'is_set' }],
  anonymous: [{ field: 'user_id', operator: 'is_not_set' }],
}

/** Everyone with an event in the range, in the order of choice. */
export function People() {
  const [state, set] = useUrlState(codecs)
  const [saving, setSaving] = useState(false)
  const [adding, setAdding] = useState(false)
  const [chosen, setChosen] = useState<ReadonlyMap<string, PersonName>>(new Map())
  const { range, audience, who } = state
  const filters = [...(whoFilters[who] ?? []), ...state.filters]
  const call = withQuery(
    get('/api/v1/metrics/users/raw', askedParameters({ range, audience, filters })),
    sortParameters(state.sort),
  )
  const pages = usePeoplePages(call)
  const { total = 0 } = pages
  return (
    <>
      <PageHead title={peopleViewText.people} summary={peopleViewText.everyoneWithAnEventInThe}>
        {may('editor') && (
          <Button icon="audience" disabled={total === 0} onClick={() => setSaving(true)}>
            {peopleViewText.saveAsAudience}
          </Button>
        )}
        <ShareMenu
          calls={[call]}
          sheet={null}
          more={[
            {
              label: peopleViewText.exportCSV,
              icon: 'download',
              onSelect: () => void downloadPeople(call, 'people'),
            },
          ]}
        />
      </PageHead>
      <section class="card row" aria-label={peopleViewText.query}>
        <Segmented
          label={peopleViewText.people}
          value={who}
          options={[
            { value: 'all', label: peopleViewText.all },
            { value: 'known', label: peopleViewText.identified },
            { value: 'anonymous', label: peopleViewText.anonymous },
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
      <section class="card stack" aria-label={peopleViewText.result}>
        <div class="spread">
          <PeopleTotal pages={pages} />
          <div class="row">
            {chosen.size > 0 && (
              <>
                <Button icon="audience" onClick={() => setAdding(true)}>
                  {peopleViewText.addCountToAudience(chosen.size)}
                </Button>
                <Button look="quiet" onClick={() => setChosen(new Map())}>
                  {peopleViewText.clearSelection}
                </Button>
              </>
            )}
            <Select
              label={peopleViewText.sortPeopleBy}
              bare
              value={state.sort}
              options={sortChoices(state.columns, state.sort)}
              onChange={(sort) => set({ sort })}
            />
            <ColumnsMenu value={state.columns} onChange={(columns) => set({ columns }, { replace: true })} />
          </div>
        </div>
        <PeoplePages
          pages={pages}
          draw={(rows) => (
            <PeopleTable
              rows={rows}
              columns={state.columns}
              chosen={may('editor') ? new Set(chosen.keys()) : null}
              onChoose={(person, on) => setChosen(changed(chosen, person, on))}
            />
          )}
        />
      </section>
      {adding && (
        <AddToAudience
          people={[...chosen.values()]}
          onDone={() => setChosen(new Map())}
          onClose={() => setAdding(false)}
        />
      )}
      {saving && (
        <SaveAudience
          call={call}
          title={peopleViewText.people}
          total={total}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

/** The chosen people with one more or one less; a choice is kept from page to page. */
function changed(
  chosen: ReadonlyMap<string, PersonName>,
  { device_id, user_id }: PersonName,
  on: boolean,
): ReadonlyMap<string, PersonName> {
  const next = new Map(chosen)
  const person = { device_id, user_id }
  if (on) next.set(personKey(person), person)
  else next.delete(personKey(person))
  return next
}
