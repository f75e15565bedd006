import { get, post, put, remove, type Call } from '../../api/call.js'
import { send } from '../../api/send.js'
import { reloadShared } from '../../api/use-shared.js'

export interface CalculatedProperty {
  readonly name: string
  readonly expression: string
  readonly description: string | null
  readonly type: string
}

export interface ExpressionFunction {
  readonly name: string
  readonly usage: string
  readonly summary: string
}

export interface PropertyList {
  readonly properties: readonly CalculatedProperty[]
  readonly functions: readonly ExpressionFunction[]
}

export interface Preview {
  readonly type: string
  readonly values: readonly { readonly value: string | null; readonly rows: number }[]
}

export type PropertyFields = Pick<CalculatedProperty, 'name' | 'expression' | 'description'>

const root = '/api/v1/data/properties'

export const propertiesCall = get(root)
export const previewCall = (expression: string): Call => post(`${root}/preview`, { expression })

/** Saves a property; `old` is its name if it exists, which stays. */
export async function saveProperty(old: string | null, fields: PropertyFields): Promise<void> {
  const { name, expression, description } = fields
  await send(
    old === null
      ? post(root, { name, expression, description })
      : put(`${root}/${old}`, { expression, description }),
  )
  reloadFields()
}

export async function deleteProperty(name: string): Promise<void> {
  await send(remove(`${root}/${name}`))
  reloadFields()
}

function reloadFields(): void {
  reloadShared(root)
  // Pickers list the properties among the fields.
  reloadShared('/api/v1/data/sources/events')
}
