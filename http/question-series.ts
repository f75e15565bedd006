import {
  invalid,
  questionPrefix,
  unknownQuestion,
  type LibraryQuestion,
  type QuestionLibrary,
  type WorkspaceAsk,
} from '../contract/index.js'
import type { AskedMetric, SavedQuestions } from './saved-questions.js'

/** Returns the metric behind `question:<id>`; null if the name has no such prefix. */
export type FindQuestion = (name: string) => Promise<AskedMetric | null>

type Asking = Partial<{ [Name in 'workspace' | 'caller']: WorkspaceAsk[Name] | null }>

/** Saved questions as series of a formula. Reads each from the records once per request. */
export function questionFinder(
  library: QuestionLibrary | null,
  questions: SavedQuestions,
  { workspace = null, caller = null }: Asking,
): FindQuestion {
  const known = new Map<string, Promise<LibraryQuestion | null>>()
  const read = async (id: string): Promise<LibraryQuestion | null> =>
    library === null || workspace === null || caller === null
      ? null
      : ((await library.find({ workspace, caller }, [id])).get(id) ?? null)
  return async (name) => {
    if (!name.startsWith(questionPrefix)) return null
    const id = name.slice(questionPrefix.length)
    const reading = known.get(id) ?? read(id)
    known.set(id, reading)
    const found = await reading
    if (found === null) throw unknownQuestion('metric', id)
    const asked = questions.metricOf(found.question)
    if (asked === null)
      throw invalid('metric', `question ${JSON.stringify(found.name)} is not a metric that is a time series`)
    return asked
  }
}

const breakdowns = ['breakdown', 'breakdowns', 'breakdown_bins']

/**
 * Returns the parameters of a saved question with those that the body gives in their place. The body decides whether
 * something is compared, and in which calendar, which all series share. A breakdown is replaced as a whole.
 */
export function mergedParameters(
  { parameters }: AskedMetric,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isSplit = breakdowns.some((name) => given[name] !== undefined)
  const others = new Set(['compare', 'timezone', 'week_start', ...(isSplit ? breakdowns : [])])
  const own = Object.entries(parameters).filter(([name]) => !others.has(name))
  return { ...Object.fromEntries(own), ...given }
}
