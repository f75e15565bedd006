/** The schema that stands before pg_catalog on the path of readers. It holds nothing but the operators below. */
export const shadowSchema = 'sextant_operators'

/** Our own SQLSTATEs for operators that readers cannot use. */
export const noListOfKeys = 'SX001'
export const noTextSearch = 'SX002'

/** Operators with a form that is shadowed: readers name them without a schema. */
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
 * Forms that are quadratic and never look for a cancellation: `jsonb - text[]` compares each key of one side with each
 * of the other, and `text @@ text` makes a query of every word. A guard that sees no types cannot tell them from other
 * forms of these operators, and on a server that is not ours nobody may take them from PUBLIC. So readers find operators for
 * these types that only fail.
 */
export const shadowStatements = `
CREATE SCHEMA IF NOT EXISTS ${shadowSchema};
${failing('-', 'jsonb', 'text[]', 'jsonb', noListOfKeys)}
${failing('@@', 'text', 'text', 'boolean', noTextSearch)}
`
