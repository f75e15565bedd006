import { Rejected, Undecodable } from './refused.js'

/** A message of either encoding: members in lowerCamelCase, 64-bit integers as numbers or strings of digits. */
export type Tree = Readonly<Record<string, unknown>>

export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const given = (tree: Tree, name: string): unknown => (Object.hasOwn(tree, name) ? tree[name] : undefined)

/** The messages of a repeated member. Throws Undecodable if it is not a list of objects: no item could be rejected. */
export function list(tree: Tree, name: string): readonly Tree[] {
  const value = given(tree, name) ?? []
  if (!Array.isArray(value) || !value.every(isTree))
    throw new Undecodable(`${name} must be a list of objects`)
  return value
}

/** A message; an empty one if it is missing. Throws Undecodable. */
export const member = (tree: Tree, name: string): Tree => optionalMember(tree, name) ?? {}

/** A message; null if it is missing. Throws Undecodable. */
export function optionalMember(tree: Tree, name: string): Tree | null {
  const value = given(tree, name) ?? null
  if (value !== null && !isTree(value)) throw new Undecodable(`${name} must be an object`)
  return value
}

/** A string; '' if it is missing. Throws Rejected. */
export function text(tree: Tree, name: string): string {
  const value = given(tree, name) ?? ''
  if (typeof value !== 'string') throw new Rejected(`${name} must be a string`)
  return value
}

/** A boolean; false if it is missing or not a boolean. */
export const flag = (tree: Tree, name: string): boolean => given(tree, name) === true

/** A number; null if it is missing. OTLP's JSON writes NaN and infinities as strings. Throws Rejected. */
export function number(tree: Tree, name: string): number | null {
  const value = given(tree, name) ?? null
  return value === null ? null : numberOf(value, name)
}

/** The numbers of a repeated member. Throws Rejected. */
export function numbers(tree: Tree, name: string): readonly number[] {
  const value = given(tree, name) ?? []
  if (!Array.isArray(value)) throw new Rejected(`${name} must be a list`)
  return value.map((one) => numberOf(one, name))
}

/** A number that may be written as a string. Throws Rejected. */
export function numberOf(value: unknown, name: string): number {
  if (typeof value === 'number') return value
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value)
  if (typeof value === 'string' && /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(value)) return Number(value)
  throw new Rejected(`${name} must be a number`)
}

/** The number of an enum, given as a number or by name; 0 if it is missing or unknown. */
export function choice(tree: Tree, name: string, names: readonly string[]): number {
  const value = given(tree, name)
  return typeof value === 'string' ? Math.max(0, names.indexOf(value)) : (number(tree, name) ?? 0)
}

/** Nanoseconds since 1970 as digits; null if they are missing or 0, which means unknown. Throws Rejected. */
export function nanoseconds(tree: Tree, name: string): string | null {
  const value = given(tree, name) ?? '0'
  const digits = typeof value === 'number' && Number.isInteger(value) ? value.toFixed(0) : value
  if (typeof digits !== 'string' || !/^\d{1,20}$/.test(digits))
    throw new Rejected(`${name} must be nanoseconds since 1970`)
  return /^0+$/.test(digits) ? null : digits
}

/** Whole milliseconds since 1970. */
export const milliseconds = (nanos: string): number => Number(BigInt(nanos) / 1_000_000n)
