import { Refused, Undecodable } from './refused.js'

/** A message of either encoding: members in lowerCamelCase, 64-bit integers as numbers or digits. */
export type Tree = Readonly<Record<string, unknown>>

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const given = (tree: Tree, name: string): unknown => (Object.hasOwn(tree, name) ? tree[name] : undefined)

/** The messages of a repeated member. Throws Undecodable: what is no list of objects has no parts to refuse. */
export function list(tree: Tree, name: string): readonly Tree[] {
  const value = given(tree, name) ?? []
  if (!Array.isArray(value) || !value.every(isTree)) throw new Undecodable(`${name} is no list of objects`)
  return value
}

/** A message; an empty one if it is missing. */
export const member = (tree: Tree, name: string): Tree => optionalMember(tree, name) ?? {}

export function optionalMember(tree: Tree, name: string): Tree | null {
  const value = given(tree, name) ?? null
  if (value !== null && !isTree(value)) throw new Undecodable(`${name} is no object`)
  return value
}

/** A text; '' if it is missing. */
export function text(tree: Tree, name: string): string {
  const value = given(tree, name) ?? ''
  if (typeof value !== 'string') throw new Refused(`${name} is no text`)
  return value
}

export const flag = (tree: Tree, name: string): boolean => given(tree, name) === true

/** A number, or null if it is missing. JSON has NaN and the infinities as texts. */
export function number(tree: Tree, name: string): number | null {
  const value = given(tree, name) ?? null
  return value === null ? null : numberOf(value, name)
}

/** The numbers of a repeated member. */
export function numbers(tree: Tree, name: string): readonly number[] {
  const value = given(tree, name) ?? []
  if (!Array.isArray(value)) throw new Refused(`${name} is no list`)
  return value.map((one) => numberOf(one, name))
}

export function numberOf(value: unknown, name: string): number {
  if (typeof value === 'number') return value
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value)
  if (typeof value === 'string' && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value)) return Number(value)
  throw new Refused(`${name} is no number`)
}

/** An enum: its number, whether it came as that or by its name. 0 if it is missing or not known. */
export function choice(tree: Tree, name: string, names: readonly string[]): number {
  const value = given(tree, name)
  return typeof value === 'string' ? Math.max(0, names.indexOf(value)) : (number(tree, name) ?? 0)
}

/** Nanoseconds since 1970 as digits; null if they are missing or 0, which means: not known. */
export function nanoseconds(tree: Tree, name: string): string | null {
  const value = given(tree, name) ?? '0'
  const digits = typeof value === 'number' && Number.isInteger(value) ? value.toFixed(0) : value
  if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits)) throw new Refused(`${name} is no time`)
  return /^0+$/.test(digits) ? null : digits
}

export const milliseconds = (nanos: string): number => Number(BigInt(nanos) / 1_000_000n)
