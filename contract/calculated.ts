import { PlanError } from './columns.js'
import type { CalculatedExpr } from './plan.js'
import { rewrite } from './rewrite.js'
import { serviceRef } from './service-ref.js'

/** The start of a calculated property's name as a field: `calc.plan_size`. */
export const calculatedPrefix = 'calc.'

/** A calculated property of a workspace. */
export interface CalculatedProperty {
  readonly name: string
  readonly expression: string
  readonly description: string | null
  /** The type of its values; `any` if they may have several. */
  readonly type: CalculatedType
}

export type CalculatedType = 'text' | 'number' | 'boolean' | 'any'

/** Supplied by the plugin that manages calculated properties; without it there are none. */
export interface CalculatedSource {
  /** Returns those of the workspace, by name. One record read. */
  properties(workspaceId: string): Promise<ReadonlyMap<string, CalculatedProperty>>
}

export interface KnowsCalculated {
  /** The workspace's calculated properties by name; absent without a plugin that manages them. */
  readonly calculated?: (() => Promise<ReadonlyMap<string, CalculatedProperty>>) | undefined
}

export const calculatedProperties = serviceRef<CalculatedSource>('calculatedProperties')

const isCalculated = (value: object): value is CalculatedExpr =>
  'kind' in value && value.kind === 'calculated' && 'as' in value

/**
 * Returns the expression, relation or question with its calculated properties in this time zone. Those that
 * have a zone already keep it.
 */
export const inZone = <T>(value: T, zone: string): T =>
  rewrite(value, (node) =>
    isCalculated(node) && node.zone === null ? Object.freeze({ ...node, zone }) : undefined,
  )

/** Replaces the calculated properties of a plan. The same plan is returned if it has none. */
export const replaceCalculated = <T>(plan: T, by: (node: CalculatedExpr) => object): T =>
  rewrite(plan, (node) => (isCalculated(node) ? by(node) : undefined))

/** Whether a plan reads a calculated property. */
export function readsCalculated(plan: object): boolean {
  let found = false
  rewrite(plan, (node) => {
    found ||= isCalculated(node)
    return undefined
  })
  return found
}

/** A calculated property that is still in a plan: a bug in the code that ran it. */
export const notBound = ({ name }: CalculatedExpr): PlanError =>
  new PlanError(`the calculated property ${name} was not replaced by its expression`)
