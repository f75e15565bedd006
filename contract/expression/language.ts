import type { ServiceError } from '../errors.js'

/** The binary operators of all languages, each with how tightly it binds its operands. */
export const binding = {
  or: 1,
  and: 2,
  '=': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
  '**': 8,
} as const

export type BinaryOperator = keyof typeof binding

/** `not` binds its operand looser than comparisons do, a minus sign looser than a power. */
export const prefixBinding = { not: 3, '-': 7 } as const

/**
 * One language over the grammar that formulas and calculated properties share: its operators, its names and
 * the words of its errors. Numbers, parentheses, calls and unary minus are in every language.
 */
export interface Language {
  /** What starts with the operators' signs, longest first; sticky. */
  readonly signs: RegExp
  /** A name or a word; sticky. */
  readonly word: RegExp
  /** Whether the name is that of a function if a parenthesis follows. */
  readonly calls: (name: string) => boolean
  /** Operators that are words. */
  readonly words: readonly ('and' | 'or' | 'not')[]
  /** Whether 'quoted texts', true and false are constants. */
  readonly constants: boolean
  /** What can stand where an operand is expected. */
  readonly operands: string
  /** Adds what helps to an error about this token. */
  readonly hint?: (text: string) => string
  /** Returns the 422 for the column, counted from 1. */
  readonly fault: (column: number, message: string) => ServiceError
}
