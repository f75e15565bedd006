import { reject } from './refuse.js'
import { textOf, type TreeNode } from './tree.js'

/** Maximum bytes of a string that a function searches for at every position of another. */
const longestNeedle = 200

/**
 * Functions that search for one string in another, and the position of the searched argument. The engine
 * compares it at every position and checks the time only between two blocks of rows: 500,000 characters in a
 * million occupy a core for minutes.
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

/** Functions that trim characters: each character is compared at every position. */
const trims: ReadonlySet<string> = new Set(['trim', 'trimboth', 'trimleft', 'trimright', 'ltrim', 'rtrim'])

function at(place: number): (name: string) => readonly [string, number] {
  return (name) => [name, place]
}

/** Throws VALIDATION_ERROR if the function searches for anything but a short literal. */
export function checkNeedle(name: string, args: readonly TreeNode[]): void {
  const small = name.toLowerCase()
  const place = trims.has(small) ? 1 : needles.get(small)
  const needle = place === undefined ? undefined : args[place]
  if (place === undefined || needle === undefined) return
  const text = isList(needle) ? needle.text : textOf(needle)
  if (text === null || Buffer.byteLength(text) > longestNeedle)
    throw reject(
      `the ${ordinals[place] ?? ''} argument of "${name}", the string it searches for, must be a literal of at most ${longestNeedle} bytes`,
    )
}

/** `highlight` takes an array of strings, which the syntax tree shows as one literal. */
const isList = ({ kind, text }: TreeNode): boolean => kind === 'Literal' && text.startsWith('Array_')

const ordinals = ['first', 'second']
