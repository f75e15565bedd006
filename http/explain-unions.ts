import type { ErrorObject } from 'ajv'
import { typeWords } from './type-words.js'

/**
 * If a value matches no branch of a union, Ajv reports the errors of every branch. This reduces them to one
 * list of the allowed values, or to the errors of the branch that was meant.
 */
export function collapseUnions(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const union = errors.findLast(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
  if (!union) return errors
  const prefix = `${union.schemaPath}/`
  const inside = errors.filter((error) => error.schemaPath.startsWith(prefix) && isBelow(error, union))
  const rest = errors.filter((error) => error !== union && !inside.includes(error))
  const branches = new Map<string, ErrorObject[]>()
  for (const error of inside) {
    const branch = error.schemaPath.slice(prefix.length).split('/', 1).join()
    branches.set(branch, [...(branches.get(branch) ?? []), error])
  }
  return collapseUnions([...rest, ...explainBranches(union, [...branches.values()])])
}

const isBelow = (error: ErrorObject, union: ErrorObject): boolean =>
  error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`)

const isChoice = ({ keyword }: ErrorObject): boolean => keyword === 'const' || keyword === 'enum'

function explainBranches(union: ErrorObject, branches: readonly ErrorObject[][]): readonly ErrorObject[] {
  const here = (error: ErrorObject): boolean => error.instancePath === union.instancePath
  const values = branches.flatMap((errors) => errors.filter((error) => isChoice(error) && here(error)))
  if (values.length > 0 && branches.every((errors) => errors.every(here))) return [listed(union, values)]
  const kinds = branches.map((errors) => errors.find((error) => error.keyword === 'type' && here(error)))
  const fitting = branches.filter((_, index) => kinds[index] === undefined)
  if (fitting.length === 0) {
    const wanted = kinds.map((error) => typeWords((error?.params as { type?: unknown } | undefined)?.type))
    return [said(union, `must be ${[...new Set(wanted)].join(' or ')}`)]
  }
  const meant = fitting.filter((errors) => !errors.some(isChoice))
  if (meant.length > 0) return meant.reduce((best, errors) => (errors.length < best.length ? errors : best))
  const choices = fitting.flatMap((errors) => errors.filter(isChoice))
  const [first] = choices
  return first ? [listed(first, choices)] : (fitting[0] ?? [])
}

function listed(at: ErrorObject, choices: readonly ErrorObject[]): ErrorObject {
  const values = choices.flatMap((error) => {
    const { allowedValue, allowedValues } = error.params as {
      allowedValue?: unknown
      allowedValues?: unknown[]
    }
    return allowedValues ?? [allowedValue]
  })
  return said(at, `must be one of ${[...new Set(values)].join(', ')}`)
}

const said = (at: ErrorObject, message: string): ErrorObject => ({ ...at, keyword: 'union', message })
