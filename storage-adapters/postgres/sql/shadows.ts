/** The schema that stands before pg_catalog on the path of readers. It holds nothing but the operators below. */
export const shadowSchema = 'sextant_operators'

/** Our own SQLSTATE for an operator that readers cannot use. */
export const shadowed = 'SX001'

/** Operators with a form that is shadowed: readers name them without a schema. */
export const shadowedOperators: ReadonlySet<string> = new Set(['-'])

/**
 * `jsonb - text[]` compares each key of one side with each of the other and never looks for a cancellation: 70,000 on
 * either side hold a backend for minutes. A guard that sees no types cannot tell it from other forms of `-`, and on a server
 * that is not ours nobody may take it from PUBLIC. So readers find an operator for these types that only fails.
 */
export const shadowStatements = `
CREATE SCHEMA IF NOT EXISTS ${shadowSchema};
CREATE OR REPLACE FUNCTION ${shadowSchema}.no_list_of_keys(value jsonb, keys text[]) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN RAISE SQLSTATE '${shadowed}'; END $$;
DO $sextant$ BEGIN
  IF to_regoperator('${shadowSchema}.-(jsonb,text[])') IS NULL THEN
    CREATE OPERATOR ${shadowSchema}.- (LEFTARG = jsonb, RIGHTARG = text[], FUNCTION = ${shadowSchema}.no_list_of_keys);
  END IF;
END $sextant$;
`
