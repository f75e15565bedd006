import { refuse } from './refuse.js'
import { textOf, type TreeNode } from './tree.js'

/** Bytes of a text that a function looks for at every place of another. */
const longestNeedle = 200

/**
 * Functions that look for one text inside another, and which argument is looked for. The engine compares it at every
 * place of the text and stops only between two blocks of rows: 500,000 characters in a million keep a core for minutes.
 */
const needles: ReadonlyMap<string, number> = new Map([
  ...['countsubstrings', 'countsubstringscaseinsensitive', 'countsubstringscaseinsensitiveutf8'].map(at(1)),
  ...['hasphrase', 'matchphrase', 'hastoken', 'hastokenornull'].map(at(1)),
  ...['hastokencaseinsensitive', 'hastokencaseinsensitiveornull', 'highlight'].map(at(1)),
  ...['instr', 'position', 'positionutf8', 'positioncaseinsensitive', 'positioncaseinsensitiveutf8'].map(
    at(1),
  ),
  ...['replace', 'replaceall', 'replaceone'].map(at(1)),
  ...['substring_index', 'substringindex', 'substringindexutf8'].map(at(1)),
  ...['locate', 'splitbystring'].map(at(0)),
])

/** The characters that are trimmed: each of them is compared at every place. */
const trims: ReadonlySet<string> = new Set(['trim', 'trimboth', 'trimleft', 'trimright', 'ltrim', 'rtrim'])

function at(place: number): (name: string) => readonly [string, number] {
  return (name) => [name, place]
}

/** Throws VALIDATION_ERROR if the function looks for anything but a short literal. */
export function checkNeedle(name: string, args: readonly TreeNode[]): void {
  const small = name.toLowerCase()
  const place = trims.has(small) ? 1 : needles.get(small)
  const needle = place === undefined ? undefined : args[place]
  if (place === undefined || needle === undefined) return
  const text = isList(needle) ? needle.text : textOf(needle)
  if (text === null || Buffer.byteLength(text) > longestNeedle)
    throw refuse(
      `"${name}" takes its ${ordinals[place] ?? ''} argument, the text it looks for, as a literal of at most ${longestNeedle} bytes.`,
    )
}

/** `highlight` takes a list of texts, which the tree shows as one literal. */
const isList = ({ kind, text }: TreeNode): boolean => kind === 'Literal' && text.startsWith('Array_')

const ordinals = ['first', 'second']
