import { propertiesText } from '../../text/properties.js'

/** What can stand at the cursor: a field, a function or a word of the language. */
export interface Suggestion {
  readonly text: string
  readonly about: string
  /** Characters to go back after the text: into the parentheses of a function. */
  readonly back: number
}

export interface Completing {
  /** The part of the text that a suggestion replaces. */
  readonly from: number
  readonly to: number
  readonly suggestions: readonly Suggestion[]
}

const most = 8
const word = /[\p{L}_$][\p{L}\p{N}_$.]*$/u
const identifier = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*$/u
const words: readonly Suggestion[] = ['and', 'or', 'not', 'true', 'false'].map((text) => ({
  text,
  about: propertiesText.keyword,
  back: 0,
}))

interface Known {
  readonly fields: readonly { readonly name: string; readonly description: string }[]
  readonly functions: readonly { readonly name: string; readonly usage: string; readonly summary: string }[]
}

/** Returns the suggestions for the word before the cursor; null inside of a text and where no word is. */
export function completionAt(text: string, cursor: number, { fields, functions }: Known): Completing | null {
  const before = text.slice(0, cursor)
  // An odd number of quotes: the cursor is in a text.
  if ((before.match(/'/g)?.length ?? 0) % 2 === 1) return null
  const typed = word.exec(before)?.[0]
  if (typed === undefined) return null
  const all: readonly Suggestion[] = [
    ...functions.map(({ name, usage, summary }) => ({
      text: `${name}()`,
      about: `${usage}: ${summary}`,
      back: 1,
    })),
    ...fields.map(({ name, description }) => ({ text: spelled(name), about: description, back: 0 })),
    ...words,
  ]
  const wanted = typed.toLowerCase()
  const starting = all.filter((one) => one.text.toLowerCase().startsWith(wanted))
  const containing = all.filter((one) => !starting.includes(one) && one.text.toLowerCase().includes(wanted))
  const suggestions = [...starting, ...containing].filter((one) => one.text !== typed).slice(0, most)
  return suggestions.length === 0 ? null : { from: cursor - typed.length, to: cursor, suggestions }
}

/** A field as an expression names it. */
export const spelled = (name: string): string =>
  identifier.test(name) ? name : `field('${name.replaceAll("'", "''")}')`

/** The column that an error of the service names, from 1; null if it names none. */
export function faultColumn(message: string): number | null {
  const column = /^expression, column (\d+): /.exec(message)?.[1]
  return column === undefined ? null : Number(column)
}
