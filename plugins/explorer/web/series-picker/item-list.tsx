import { useEffect, useState } from 'preact/hooks'
import { formatCount, formatShort } from '../charts/format.js'
import { PickerList, type Choice } from '../ui/picker.js'
import { findItems, type FoundGroup } from './find.js'
import type { ChosenItem, Item, ItemKind } from './items.js'
import { Sparkline } from './sparkline.js'
import { preloadEvents, type Items } from './use-items.js'
import './series-picker.css'
import { seriesPickerText } from '../text/series-picker.js'

interface Props {
  readonly label: string
  /** The items for what is typed. */
  readonly useItems: (typed: string) => Items
  /** The chosen one: `event:signed_up`. */
  readonly value: string
  /** What was typed before the list opened. */
  readonly typed: string
  readonly onChoose: (item: ChosenItem) => void
  /** Chooses no event; absent if one is required. */
  readonly none?: { readonly label: string; readonly onChoose: () => void }
}

/** Rows of each kind; the search finds the others. */
const mostShown = 50

const headings: Readonly<Record<ItemKind, string>> = {
  event: seriesPickerText.events,
  metric: seriesPickerText.metrics,
  question: seriesPickerText.savedQuestions,
  formula: seriesPickerText.formulas,
}

/** The items of a picker in one list, with their last 30 days. Any other event can be typed. */
export function ItemList({ label, useItems, value, typed: first, onChoose, none }: Props) {
  const [typed, setTyped] = useState(first)
  useEffect(preloadEvents, [])
  const { items, unloaded, ...state } = useItems(typed)
  const groups = findItems(items, typed, mostShown)
  const shown = new Map(groups.flatMap((group) => group.items.map((item) => [item.value, item])))
  const empty: readonly Choice[] =
    none === undefined || typed !== '' || value === '' ? [] : [{ value: '', label: none.label }]
  return (
    <PickerList
      {...state}
      label={label}
      value={value}
      initial={first}
      choices={[...empty, ...groups.flatMap((group) => choicesOf(group, typed === '' ? unloaded : 0))]}
      onSearch={setTyped}
      onChoose={(chosen) => {
        if (chosen === '' && none !== undefined) none.onChoose()
        else onChoose(shown.get(chosen) ?? { kind: 'event', name: chosen })
      }}
      free={!items.some(({ kind, name }) => kind === 'event' && name === typed)}
    />
  )
}

function choicesOf({ kind, items, count }: FoundGroup, unloaded: number): readonly Choice[] {
  const all = kind === 'event' ? count + unloaded : count
  const group =
    all > items.length
      ? seriesPickerText.headingShownOfAllTypeTo(headings[kind], items.length, formatCount(all))
      : headings[kind]
  return items.map((item) => ({
    value: item.value,
    label: item.label,
    group,
    ...(item.note === undefined ? {} : { note: item.note }),
    ...(item.about === undefined ? {} : { about: item.about }),
    aside: <Aside item={item} />,
  }))
}

const Aside = ({ item }: { readonly item: Item }) => (
  <>
    {item.used !== undefined && (
      <span class="used" title={seriesPickerText.usedInTheLast30Days(formatCount(item.used))}>
        {formatShort(item.used)}
        <span class="hidden"> {seriesPickerText.inTheLast30Days}</span>
      </span>
    )}
    <Sparkline item={item} />
  </>
)
