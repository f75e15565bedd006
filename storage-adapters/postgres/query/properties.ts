import {
  propertyColumns,
  type CompiledQuery,
  type PropertySample,
  type PropertySource,
  type WorkspaceRef,
} from '../../../contract/index.js'
import { sourceTables } from '../../sql/compile.js'
import type { PropertyQueries } from '../../sql/properties.js'

/** The queries for the properties in the newest rows by (time, seq), and for the number of these rows. */
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
      objects(above, value) AS (
        SELECT '{}'::text[] COLLATE "C", json FROM sample
        UNION ALL
        SELECT above || member.key COLLATE "C", member.value
        FROM objects CROSS JOIN LATERAL jsonb_each(objects.value) AS member WHERE jsonb_typeof(member.value) = 'object'),
      leaves AS (
        SELECT above, member.key COLLATE "C" AS name, jsonb_typeof(member.value) AS type, count(*) AS rows
        FROM objects CROSS JOIN LATERAL jsonb_each(objects.value) AS member
        WHERE jsonb_typeof(member.value) NOT IN ('object', 'null') GROUP BY 1, 2, 3),
      found AS (
        SELECT above || name AS path, CASE type WHEN 'string' THEN 'text' ELSE type END AS type, rows FROM leaves)
      SELECT to_jsonb(path) AS path, type, rows FROM found
      ORDER BY rows DESC, found.path, array_position(ARRAY['text', 'number', 'boolean', 'array'], type) LIMIT $2::bigint`,
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
