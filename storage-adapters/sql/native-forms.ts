import { PlanError, type NativeForms, type OperatorNode } from '../../contract/index.js'
import type { Dialect, NativeOperator } from './dialect.js'

/**
 * The dialect with the native forms of plugins. Each is checked where it compiles: a form that throws, or lacks a required
 * column or has it with another type, is a PlanError that names the operator and the engine.
 */
export function withForms(dialect: Dialect, engine: string, forms: NativeForms): Dialect {
  if (forms.size === 0) return dialect
  const compiled = [...forms].map(
    ([name, form]) => [name, checked(engine, form.compile.bind(form) as NativeOperator)] as const,
  )
  return { ...dialect, operators: { ...Object.fromEntries(compiled), ...dialect.operators } }
}

/** AnalyticsStore.fits of a store with these forms. */
export const formsFit =
  (forms: NativeForms) =>
  (node: OperatorNode): boolean =>
    forms.get(node.operator)?.fits?.(node) !== false

const checked =
  (engine: string, compile: NativeOperator): NativeOperator =>
  (node, needed, scope) => {
    const fault = (words: string, options?: ErrorOptions): PlanError =>
      new PlanError(`the native form of operator ${node.operator} on ${engine} ${words}`, options)
    const rows = attempt()
    for (const name of needed) {
      const [expected, found] = [node.columns[name], rows.columns.get(name)]
      if (found === undefined) throw fault(`lacks the column ${name}`)
      if (expected !== undefined && found.type !== expected)
        throw fault(`has the column ${name} as ${found.type} in place of ${expected}`)
    }
    return rows

    function attempt(): ReturnType<NativeOperator> {
      try {
        return compile(node, needed, scope)
      } catch (error) {
        if (error instanceof PlanError) throw error
        throw fault(`throws: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
      }
    }
  }
