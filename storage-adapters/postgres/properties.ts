import {
  propertyColumns,
  type CompiledQuery,
  type PropertySample,
  type PropertySource,
  type WorkspaceRef,
} from '../../core/contract/index.js'
import { sourceTables } from '../sql/compile.js'
import type { PropertyQueries } from '../sql/properties.js'

/** The newest rows by time, and how many these are. */
export function propertyQueries(
  workspace: WorkspaceRef,
  schema: string,
  source: PropertySource,
  { rows, paths }: PropertySample,
): PropertyQueries {
  const table = `${schema}.${sourceTables[source]}`
  const found: CompiledQuery = {
    workspace,
    text: `WITH RECURSIVE sample AS (
        SELECT ${propertyColumns[source]} AS json FROM ${table} ORDER BY ms DESC, seq DESC LIMIT $1::bigint),
      walk(path, value) AS (
        SELECT ARRAY[top.key COLLATE "C"], top.value FROM sample CROSS JOIN LATERAL jsonb_each(json) AS top
        UNION ALL
        SELECT walk.path || inner_.key COLLATE "C", inner_.value FROM walk
          CROSS JOIN LATERAL jsonb_each(CASE jsonb_typeof(walk.value) WHEN 'object' THEN walk.value ELSE '{}' END) AS inner_),
      leaves AS (
        SELECT path, CASE jsonb_typeof(value) WHEN 'string' THEN 'text' ELSE jsonb_typeof(value) END AS type, count(*) AS rows
        FROM walk WHERE jsonb_typeof(value) NOT IN ('object', 'null') GROUP BY 1, 2)
      SELECT to_jsonb(path) AS path, type, rows FROM leaves
      ORDER BY rows DESC, leaves.path, array_position(ARRAY['text', 'number', 'boolean', 'array'], type) LIMIT $2::bigint`,
    parameters: { rows, paths },
    columns: { path: 'json', type: 'text', rows: 'int' },
  }
  const counted: CompiledQuery = {
    workspace,
    text: `SELECT count(*) AS rows FROM (SELECT FROM ${table} LIMIT $1::bigint) AS sample`,
    parameters: { rows },
    columns: { rows: 'int' },
  }
  return { found, counted }
}
