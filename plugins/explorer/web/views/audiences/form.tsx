import { useState } from 'preact/hooks'
import { FilterBuilder } from '../../question/filter-builder.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { useAction } from '../../ui/use-action.js'
import { useSettled } from '../../ui/use-settled.js'
import { unsavedCountCall, type AudienceFields, type Definition, type EventRule } from './audience-api.js'
import { Count } from './count.js'
import { RuleRow } from './rule-row.js'
import { definitionOf, itemsOfDefinition, readsEvents, withItems } from './who-they-are.js'
import { audiencesText } from '../../text/audiences.js'

interface Props {
  readonly given: AudienceFields
  /** The number of people that the definition lists by hand. */
  readonly listed?: number
  readonly action: string
  readonly onSave: (fields: AudienceFields) => Promise<void>
}

const patience = 400
const newRule: EventRule = { event: '', days: 30 }

/** The form for the name, the rules and the filters of an audience. */
export function AudienceForm({ given, listed = 0, action, onSave }: Props) {
  const [name, setName] = useState(given.name)
  const [description, setDescription] = useState(given.description ?? '')
  const [definition, setDefinition] = useState<Definition>(given.definition)
  const { busy, run, problem, problemOf } = useAction()
  const { events = [], lookback_days, members } = definition
  const items = itemsOfDefinition(definition)
  const set = (change: Partial<Definition>): void => setDefinition({ ...definition, ...change })
  const complete = name.trim() !== '' && events.every(({ event }) => event !== '')
  const wanted: Definition = {
    ...definitionOf(items),
    ...(events.length === 0 ? {} : { events }),
    ...(lookback_days === undefined ? {} : { lookback_days }),
    ...(members === undefined ? {} : { members }),
  }
  const fields = (): AudienceFields => ({
    name,
    description: description.trim() === '' ? null : description.trim(),
    definition: wanted,
  })
  return (
    <Form look="stack" onSubmit={() => complete && void run(() => onSave(fields()))}>
      <section class="card stack" aria-label={audiencesText.name}>
        <div class="row fields">
          <TextField
            label={audiencesText.name}
            value={name}
            onInput={setName}
            maxLength={200}
            required
            error={problemOf('name')}
          />
          <TextField
            label={audiencesText.description}
            value={description}
            onInput={setDescription}
            maxLength={2000}
          />
        </div>
      </section>
      <section class="card stack" aria-label={audiencesText.whatTheyDid}>
        <div>
          <h2>{audiencesText.whatTheyDid}</h2>
          <p class="soft">{audiencesText.eachRuleIsCheckedSeparatelyA}</p>
        </div>
        <ol class="bare-list rules">
          {events.map((rule, index) => (
            <RuleRow
              key={index}
              rule={rule}
              number={index + 1}
              onChange={(changed) =>
                set({ events: events.map((one, place) => (place === index ? changed : one)) })
              }
              onRemove={() => set({ events: events.filter((_, place) => place !== index) })}
            />
          ))}
        </ol>
        <div>
          <Button
            small
            icon="plus"
            onClick={() => set({ events: [...events, newRule] })}
            disabled={events.length >= 20}
          >
            {audiencesText.addRule}
          </Button>
        </div>
      </section>
      <section class="card stack" aria-label={audiencesText.whoTheyAre}>
        <div>
          <h2>{audiencesText.whoTheyAre}</h2>
          <p class="soft">{audiencesText.traitsAreComparedAsTheyAre}</p>
        </div>
        <FilterBuilder
          source="events"
          value={items}
          scope={{ lookbackDays: lookback_days }}
          error={problem}
          at="definition.filter"
          onChange={(changed) => setDefinition(withItems(definition, changed))}
        />
        {readsEvents(items) && (
          <TextField
            label={audiencesText.lookbackDays}
            type="number"
            value={lookback_days === undefined ? '' : String(lookback_days)}
            onInput={(text) =>
              set({ lookback_days: text === '' ? undefined : Number(text) } as Partial<Definition>)
            }
            hint={audiencesText.leaveEmptyForAllHistory}
          />
        )}
        {listed > 0 && <p class="soft">{audiencesText.peopleAreListedByHandOnly(listed)}</p>}
      </section>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      <div class="form-actions">
        {events.every(({ event }) => event !== '') && <WouldBe definition={wanted} />}
        <Button type="submit" look="primary" busy={busy} disabled={!complete}>
          {action}
        </Button>
      </div>
    </Form>
  )
}

/** The number of people that match, updated while the rules are edited. */
const WouldBe = ({ definition }: { readonly definition: Definition }) => (
  <Count call={unsavedCountCall(useSettled(definition, patience))} />
)
