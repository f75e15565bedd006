import { EventPicker } from '../question/event-picker.js'
import { countOperators } from '../question/filter-node.js'
import { RangePicker } from '../question/range-picker.js'
import { Select } from '../ui/field.js'
import type { DidDraft } from './draft.js'
import { replace } from './edit.js'
import { ofPeople, type Editor } from './editor.js'
import { filterTreeText } from '../text/filter-tree.js'

/** The largest number of times that the service takes. */
const mostTimes = 1_000_000_000

/** A `did` as a sentence to fill in: did … at least … times in the range. */
export function DidFields({ editor, did }: { readonly editor: Editor; readonly did: DidDraft }) {
  const { event, operator, value, within } = did
  const set = (change: Partial<DidDraft>): void =>
    editor.change(replace(editor.root, did.id, () => [{ ...did, ...change }]))
  return (
    <span class="tree-words tree-did row">
      <span>{filterTreeText.did}</span>
      <EventPicker
        label={filterTreeText.eventThatAPersonDid}
        value={event}
        onChange={(name) => set({ event: name })}
      />
      <Select
        label={filterTreeText.howOften}
        bare
        value={operator}
        options={countOperators}
        onChange={(next) => set({ operator: next })}
      />
      <label class="tree-times">
        <span class="hidden">{filterTreeText.numberOfTimes}</span>
        <input
          class="input number"
          type="number"
          min={0}
          max={mostTimes}
          value={value}
          onInput={({ currentTarget }) => {
            const typed = Math.floor(Number(currentTarget.value))
            if (currentTarget.value !== '' && typed >= 0 && typed <= mostTimes) set({ value: typed })
          }}
        />
        <span>{filterTreeText.timesUnit(value)}</span>
      </label>
      <RangePicker
        value={within}
        none={ofPeople(editor.scope) ? filterTreeText.atAnyTime : filterTreeText.inTheQuerysRange}
        onChange={(range) => set({ within: range })}
      />
    </span>
  )
}
