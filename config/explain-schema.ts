interface Shape {
  readonly type?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly { readonly const?: unknown }[]
}

/** Returns what a value must be: `must be a whole number from 1 to 100`. The value itself may be a secret. */
export function explainSchema(schema: object): string {
  const shape: Shape = schema
  const choices = shape.enum ?? shape.anyOf?.map((one) => one.const)
  if (choices !== undefined) return `must be one of ${choices.map(String).join(', ')}`
  switch (shape.type) {
    case 'integer':
      return `must be a whole number${rangeOf(shape)}`
    case 'number':
      return `must be a number${rangeOf(shape)}`
    case 'boolean':
      return 'must be true or false'
    default:
      return `must be a string${lengthOf(shape)}${formOf(shape)}`
  }
}

function rangeOf({ minimum: from, maximum }: Shape): string {
  if (from !== undefined && maximum !== undefined) return ` from ${from} to ${maximum}`
  if (from !== undefined) return ` of at least ${from}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

function lengthOf({ minLength, maxLength }: Shape): string {
  if (minLength === undefined && maxLength === undefined) return ''
  const upper = maxLength === undefined ? '' : ` and at most ${maxLength}`
  return ` of at least ${minLength ?? 0}${upper} characters`
}

function formOf({ pattern, format }: Shape): string {
  if (format !== undefined) return ` in the format ${format}`
  return pattern === undefined ? '' : ` that matches ${pattern}`
}
