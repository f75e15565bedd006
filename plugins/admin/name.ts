import { blank } from '../../contract/index.js'

/** Trims a name. Throws VALIDATION_ERROR if nothing is left. */
export function readName(text: string): string {
  const name = text.trim()
  if (name === '') throw blank('/name')
  return name
}
