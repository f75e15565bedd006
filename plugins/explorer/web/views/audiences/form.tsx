import { useState } from 'preact/hooks'
import { FilterBuilder } from '../../question/filter-builder.js'
import { Button } from '../../ui/button.js'
import { TextField } from '../../ui/field.js'
import { Form } from '../../ui/form.js'
import { useAction } from '../../ui/use-action.js'
import type { AudienceFields, Definition, EventRule } from './audience-api.js'
import { RuleRow } from './rule-row.js'

interface Props {
  readonly given: AudienceFields
  /** How many people the definition lists by hand. */
  readonly listed?: number
  readonly action: string
  readonly onSave: (fields: AudienceFields) => Promise<void>
}

const newRule: EventRule = { event: '', days: 30 }

/** The rules of an audience. */
export function AudienceForm({ given, listed = 0, action, onSave }: Props) {
  const [name, setName] = useState(given.name)
  const [description, setDescription] = useState(given.description ?? '')
  const [definition, setDefinition] = useState<Definition>(given.definition)
  const { busy, run, problem, problemOf } = useAction()
  const { filters = [], events = [], lookback_days, members } = definition
  const set = (change: Partial<Definition>): void => setDefinition({ ...definition, ...change })
  const complete = name.trim() !== '' && events.every(({ event }) => event !== '')
  const fields = (): AudienceFields => ({
    name,
    description: description.trim() === '' ? null : description.trim(),
    definition: {
      ...(filters.length === 0 ? {} : { filters }),
      ...(events.length === 0 ? {} : { events }),
      ...(lookback_days === undefined ? {} : { lookback_days }),
      ...(members === undefined ? {} : { members }),
    },
  })
  return (
    <Form look="stack" onSubmit={() => complete && void run(() => onSave(fields()))}>
      <section class="card stack" aria-label="Name">
        <div class="row fields">
          <TextField
            label="Name"
            value={name}
            onInput={setName}
            maxLength={200}
            required
            error={problemOf('name')}
          />
          <TextField label="What it is for" value={description} onInput={setDescription} maxLength={2000} />
        </div>
      </section>
      <section class="card stack" aria-label="What they did">
        <div>
          <h2>What they did</h2>
          <p class="soft">Each rule holds by itself; a member satisfies all of them.</p>
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
            Add a rule
          </Button>
        </div>
      </section>
      <section class="card stack" aria-label="Who they are">
        <div>
          <h2>Who they are</h2>
          <p class="soft">Traits as they are now; fields and properties of some event of theirs.</p>
        </div>
        <FilterBuilder source="events" value={filters} onChange={(changed) => set({ filters: changed })} />
        {filters.some(({ field }) => !field.startsWith('trait:')) && (
          <TextField
            label="Looking back (days)"
            type="number"
            value={lookback_days === undefined ? '' : String(lookback_days)}
            onInput={(text) =>
              set({ lookback_days: text === '' ? undefined : Number(text) } as Partial<Definition>)
            }
            hint="Nothing: all history"
          />
        )}
        {listed > 0 && <p class="soft">{listed} people are listed by hand: nobody else is a member.</p>}
      </section>
      {problem !== null && (
        <p class="problem" role="alert">
          {problem.message}
        </p>
      )}
      <div class="form-actions">
        <Button type="submit" look="primary" busy={busy} disabled={!complete}>
          {action}
        </Button>
      </div>
    </Form>
  )
}
