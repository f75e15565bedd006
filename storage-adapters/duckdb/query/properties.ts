import { type CompiledQuery, propertyColumns, type PropertyCompiler, sourceTables } from 'sextant/storage'
import { schemaOf } from '../tables.js'
import { createParameters } from './parameters.js'

const types = `CASE m.type WHEN 'VARCHAR' THEN 'text' WHEN 'BOOLEAN' THEN 'boolean' WHEN 'ARRAY' THEN 'array' ELSE 'number' END`

/** The queries for the properties in the newest rows by (time, seq), and for the number of these rows. */
export const propertyQueries: PropertyCompiler = (workspace, source, { rows, paths }) => {
  const table = `${schemaOf(workspace)}.${sourceTables[source]}`
  const query = (columns: CompiledQuery['columns'], text: (bind: Bind) => string): CompiledQuery => {
    const parameters = createParameters()
    const statement = text((value) => parameters.bind(value, 'int'))
    return { workspace, text: statement, parameters: parameters.values, columns }
  }
  return {
    found: query(
      { path: 'json', type: 'text', rows: 'int' },
      (bind) => `WITH RECURSIVE sample AS (
        SELECT ${propertyColumns[source]} AS json FROM ${table} ORDER BY ms DESC, seq DESC LIMIT ${bind(rows)}),
      objects(above, value) AS (
        SELECT []::VARCHAR[], json FROM sample
        UNION ALL
        SELECT list_append(objects.above, m.key), m.value
        FROM objects, LATERAL (SELECT key, value, type FROM json_each(objects.value)) AS m WHERE m.type = 'OBJECT'),
      found AS (
        SELECT list_append(objects.above, m.key) AS path, ${types} AS type, count(*) AS rows
        FROM objects, LATERAL (SELECT key, type FROM json_each(objects.value)) AS m
        WHERE m.type NOT IN ('OBJECT', 'NULL') GROUP BY 1, 2)
      SELECT to_json(path)::VARCHAR AS path, type, rows FROM found
      ORDER BY rows DESC, found.path, list_position(['text', 'number', 'boolean', 'array'], type) LIMIT ${bind(paths)}`,
    ),
    counted: query(
      { rows: 'int' },
      (bind) => `SELECT count(*) AS rows FROM (SELECT 1 FROM ${table} LIMIT ${bind(rows)})`,
    ),
  }
}

type Bind = (value: number) => string
