import type { Mark } from '../api/types.js'
import type { ListedBoard } from '../boards/types.js'
import type { FieldInfo } from '../data/fields.js'
import type { Metric } from '../data/metrics.js'
import { fieldName } from '../data/field-name.js'
import { aboutOf, inOrder, type Names } from '../dictionary/order.js'
import type { SavedQuestion } from '../library/types.js'
import type { SeriesSpec } from '../question/series.js'
import type { View } from '../router/view.js'
import type { Entry } from './entry.js'
import { paletteText } from '../text/palette.js'

/** Entries of the lists that the palette searches. Each leads to a view that shows it. */

const about = (text: string | null | undefined): Pick<Entry, 'about'> =>
  text === null || text === undefined || text === '' ? {} : { about: text }

/** The views that the user may open. Those of the workspace's administration and of the account are settings. */
export const viewEntries = (views: readonly View[]): readonly Entry[] =>
  views.map(({ path, title, summary, group, access }): Entry => {
    const isSetting = group === 'Manage' || access === 'user'
    return {
      id: `${isSetting ? 'setting' : 'view'}:${path}`,
      section: isSetting ? 'settings' : 'views',
      label: title,
      about: summary,
      target: { path },
      words: settingWords[path] ?? '',
    }
  })

/** Words by which people look for settings that a view has among others. */
const settingWords: Readonly<Record<string, string>> = {
  '/workspaces': paletteText.timeZoneWeekStartSettings,
  '/keys': paletteText.apiTokenIngestQuerySecret,
  '/members': paletteText.usersInviteRoleTeamSettings,
  '/profile': paletteText.accountSettingsPassword,
  '/install': paletteText.snippetCurlSdkClientConnect,
}

export const metricEntries = (
  metrics: readonly Metric[],
  nameOf: (key: string) => string,
): readonly Entry[] =>
  metrics.map(({ key, summary }) => ({
    id: `metric:${key}`,
    section: 'metrics',
    label: nameOf(key),
    about: summary,
    words: key,
    target: { path: `/explore/${encodeURIComponent(key)}` },
  }))

const seriesOf = (one: SeriesSpec): string => JSON.stringify([one])

/** Events, as the dictionary describes them: the people of each over time, as the list of series shows it. */
export const eventEntries = (events: readonly string[], names: Names): readonly Entry[] =>
  inOrder(events, names, (name) => name).map((name) => ({
    id: `event:${name}`,
    section: 'events',
    label: name,
    ...about(aboutOf(names.get(name))),
    target: { path: '/trends', state: { series: seriesOf({ metric: 'dau', event: name }) } },
  }))

const [property, trait] = ['properties.', 'trait:'] as const

/** Properties, traits and columns: the number of events by their values. */
export const fieldEntries = (fields: readonly FieldInfo[], names: Names): readonly Entry[] => {
  const ownName = ({ name }: FieldInfo): string | null =>
    name.startsWith(property) ? name.slice(property.length) : null
  return inOrder(fields.filter(isBroken), names, ownName).map((field) => {
    const { name, description } = field
    const isTrait = name.startsWith(trait)
    return {
      id: `property:${name}`,
      section: 'properties',
      label: isTrait ? name.slice(trait.length) : fieldName(name),
      about: isTrait
        ? [paletteText.traitOfThePerson, description].filter((part) => part !== '').join(', ')
        : (aboutOf(names.get(ownName(field) ?? '')) ?? description),
      words: name,
      target: { path: '/trends', state: { series: seriesOf({ metric: 'events' }), breakdown: name } },
    }
  })
}

/** Whether events can be broken down by a field. */
const isBroken = ({ name, data_type }: FieldInfo): boolean =>
  !['json', 'array', 'time'].includes(data_type) && !name.startsWith('properties.$groups.')

export const boardEntries = (boards: readonly ListedBoard[]): readonly Entry[] =>
  boards.map(({ id, name, description }) => ({
    id: `board:${id}`,
    section: 'boards',
    label: name,
    ...about(description),
    target: { path: `/boards/${encodeURIComponent(id)}` },
  }))

export const questionEntries = (questions: readonly SavedQuestion[]): readonly Entry[] =>
  questions.map(({ id, name, description, tags }) => ({
    id: `question:${id}`,
    section: 'questions',
    label: name,
    ...about(description),
    words: tags.join(' '),
    target: { path: `/questions/${encodeURIComponent(id)}` },
  }))

interface NamedAudience {
  readonly id: string
  readonly name: string
  readonly description: string | null
}

export const audienceEntries = (audiences: readonly NamedAudience[]): readonly Entry[] =>
  audiences.map(({ id, name, description }) => ({
    id: `audience:${id}`,
    section: 'audiences',
    label: name,
    ...about(description),
    target: { path: `/audiences/${encodeURIComponent(id)}` },
  }))

const day = 86_400_000
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Marks: the active people of the week before and after each. */
export const markEntries = (marks: readonly Mark[]): readonly Entry[] =>
  marks.map(({ id, title, category, timestamp }) => {
    const time = Date.parse(timestamp)
    return {
      id: `mark:${id}`,
      section: 'marks',
      label: title,
      about: `${category}, ${dateOf(time)}`,
      target: { path: '/trends', state: { range: `${dateOf(time - 7 * day)},${dateOf(time + 7 * day)}` } },
    }
  })
