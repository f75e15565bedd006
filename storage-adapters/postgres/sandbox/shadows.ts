/** The schema before pg_catalog in the readers' search path. It contains only the operators below. */
export const shadowSchema = 'sextant_operators'

/** The service's own SQLSTATEs for operators that readers cannot use. */
export const noListOfKeys = 'SX001'
export const noTextSearch = 'SX002'

/** Operators with a shadowed form; readers may not qualify them with a schema. */
export const shadowedOperators: ReadonlySet<string> = new Set(['-', '@@'])

const failing = (operator: string, left: string, right: string, result: string, code: string): string => `
CREATE OR REPLACE FUNCTION ${shadowSchema}.fail(a ${left}, b ${right}) RETURNS ${result}
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN RAISE SQLSTATE '${code}'; END $$;
DO $sextant$ BEGIN
  IF to_regoperator('${shadowSchema}.${operator}(${left},${right})') IS NULL THEN
    CREATE OPERATOR ${shadowSchema}.${operator} (LEFTARG = ${left}, RIGHTARG = ${right}, FUNCTION = ${shadowSchema}.fail);
  END IF;
END $sextant$;`

/**
 * Shadows forms that are quadratic and never check for cancellation: `jsonb - text[]` compares each key of
 * one side with each of the other, and `text @@ text` makes a query of every word. The guard sees no types,
 * so it cannot distinguish them from other forms of these operators. On a server that is not embedded their
 * rights cannot be revoked from PUBLIC. So readers resolve these forms to operators that only fail.
 */
export const shadowStatements = `
CREATE SCHEMA IF NOT EXISTS ${shadowSchema};
${failing('-', 'jsonb', 'text[]', 'jsonb', noListOfKeys)}
${failing('@@', 'text', 'text', 'boolean', noTextSearch)}
`
