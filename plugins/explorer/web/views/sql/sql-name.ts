export type Dialect = 'clickhouse' | 'postgres'

/** A field in a statement: `properties.plan` is `properties.plan` in ClickHouse, `properties->>'plan'` in Postgres. */
export function sqlName(field: string, dialect: Dialect): string {
  const [column = '', ...path] = field.split('.')
  if (path.length === 0) return field
  if (dialect === 'clickhouse') return [column, ...path.map(quoted)].join('.')
  const steps = path.map((name) => `'${name.replaceAll("'", "''")}'`)
  return [column, ...steps.slice(0, -1)].join('->') + `->>${steps.at(-1) ?? ''}`
}

const quoted = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
