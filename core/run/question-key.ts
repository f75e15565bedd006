import { hash } from 'node:crypto'
import type { CompiledQuery } from '../contract/index.js'

/**
 * Equal for two statements that ask the same of the same workspace, and for no others: by the whole of text and values, of which 256
 * bits are kept, because statements are long.
 */
export const questionKey = ({ workspace, text, parameters }: CompiledQuery): string =>
  hash('sha256', JSON.stringify([workspace.id, workspace.number, text, parameters], exact), 'base64')

/** What JSON has no words for stands apart from everything that it has: no text of a question holds U+0000. */
function exact(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `\0${value}n`
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
    return Object.is(value, -0) ? '\0-0' : `\0${value}`
  return value
}
