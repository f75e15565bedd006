import type { Metric } from '../data/metrics.js'
import { aboutOf, inOrder, type Names } from '../dictionary/order.js'
import type { SavedQuestion } from '../library/types.js'
import { formulaIn, type SavedFormula } from '../question/series-link.js'

export type ItemKind = 'event' | 'metric' | 'question' | 'formula'

/** What a picker of series offers. */
export interface Item {
  readonly kind: ItemKind
  /** Unique in the list: `event:signed_up`, `metric:dau`, `question:qst_…`, `formula:qst_…`. */
  readonly value: string
  /** The name of the event, the key of the metric or the id of the question. */
  readonly name: string
  readonly label: string
  /** Shown beside the label: the key of a metric, a formula. */
  readonly note?: string
  readonly about?: string
  /** The number of events in the last 30 days; absent if it is not known. */
  readonly used?: number
  /** What a formula asks for. */
  readonly formula?: SavedFormula
  /** The label and all texts, as plain() makes them. */
  readonly plainLabel: string
  readonly plainText: string
}

/** A text as the search compares it: `Signed_up` and `signed-up` are “signed up”. */
export const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_.:/-]+/g, ' ')
    .trim()

function item(
  kind: ItemKind,
  name: string,
  label: string,
  more: Partial<Pick<Item, 'note' | 'about' | 'used' | 'formula'>>,
): Item {
  const texts = [label, more.note, more.about].filter((text) => text !== undefined)
  const plainText = plain(texts.join(' '))
  return { kind, value: `${kind}:${name}`, name, label, ...more, plainLabel: plain(label), plainText }
}

/** What was chosen: an item, or an event that was typed. */
export type ChosenItem = Pick<Item, 'kind' | 'name' | 'formula'>

/** An event of the workspace, with its number in the last 30 days if that is known. */
export interface EventUse {
  readonly name: string
  readonly used?: number
}

/** Events as the dictionary describes them: without the hidden ones, the verified ones first. Queries name no empty one. */
export const eventItems = (events: readonly EventUse[], names: Names): readonly Item[] =>
  inOrder(
    events.filter(({ name }) => name !== ''),
    names,
    ({ name }) => name,
  ).map(({ name, used }) => {
    const about = aboutOf(names.get(name))
    return item('event', name, name, {
      ...(about === undefined ? {} : { about }),
      ...(used === undefined ? {} : { used }),
    })
  })

/** Metrics that say something without further choices come first. `event` is left out: its events are listed. */
export const metricItems = (metrics: readonly Metric[]): readonly Item[] =>
  metrics
    .filter(({ answer, key }) => answer === 'series' && key !== 'event')
    .map((metric, index) => ({ metric, place: placeOf(metric) * metrics.length + index }))
    .sort((a, b) => a.place - b.place)
    .map(({ metric: { key, title, summary } }) => item('metric', key, title, { note: key, about: summary }))

const sources = ['events', 'logs', 'metrics']

const placeOf = ({ source, parameters: { required = [] } }: Metric): number =>
  (sources.includes(source) ? sources.indexOf(source) : sources.length) + (required.length > 0 ? 4 : 0)

/** Saved questions that are series, and formulas that were saved in Trends. */
export const questionItems = (questions: readonly SavedQuestion[]): readonly Item[] =>
  questions.flatMap(({ id, name, description, asks, view }) => {
    const about = description === null ? {} : { about: description }
    if (asks?.answer === 'series') return [item('question', id, name, about)]
    const formula = asks?.key === 'formula' ? formulaIn(view) : null
    return formula === null ? [] : [item('formula', id, name, { ...about, note: formula.formula, formula })]
  })
