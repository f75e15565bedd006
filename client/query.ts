type Entry = readonly [string, string]

/**
 * Writes the parameters of a query string. Members of objects and lists are in brackets, members without a
 * value are left out:
 *
 *     {range: '7d', conditions: [{field: 'plan', value: 'pro'}]}
 *     → range=7d&conditions[0][field]=plan&conditions[0][value]=pro   (with encoded brackets)
 */
export function queryOf(query: Readonly<Record<string, unknown>>): string {
  const written = new URLSearchParams()
  for (const [name, value] of Object.entries(query).flatMap(([name, value]) => entriesOf(name, value)))
    written.append(name, value)
  return written.toString()
}

function entriesOf(name: string, value: unknown): readonly Entry[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([inner, one]) => entriesOf(`${name}[${inner}]`, one))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? [[name, String(value)]]
    : []
}
