import { hash } from 'node:crypto'
import type { CompiledQuery } from '../../contract/index.js'

/**
 * Returns a key that is equal for two identical statements of the same workspace, and for no others. It is a
 * 256-bit hash of the whole text and all values, because statements are long.
 */
export const questionKey = ({ workspace, text, parameters }: CompiledQuery): string =>
  hash('sha256', JSON.stringify([workspace.id, workspace.number, text, parameters], exact), 'base64')

/** Values that JSON cannot express become strings that no query contains: these have no U+0000. */
function exact(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `\0${value}n`
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return Object.is(value, -0) ? '\0-0' : `\0${value}`
  return value
}
