import type { TriggeredView } from './view.js'

/** The SQLSTATE of a statement that reads an incomplete view. */
export const notHolding = 'SXR01'

/** The schema's placeholder in statements that format() completes. */
export const space = '%1$I'
const escaped = (statement: string): string => statement.replaceAll('%', '%%').replaceAll('%%1$I', space)

/** Runs a statement, in which `space` stands for the schema, within a trigger function. */
export const run = (statement: string): string => `EXECUTE format($sql$${escaped(statement)}$sql$, space);`

/**
 * The beginning of every trigger function. A statement on a partition fires only the partition's own
 * triggers, so these change the data version too. If the partition is detached, its events are not counted,
 * and it is removed from the view's list: its counts are no longer certain.
 */
const begin = ({ parts }: TriggeredView): string => `space text := TG_ARGV[0];
BEGIN
  IF TG_NARGS > 1 THEN
    IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = TG_RELID AND NOT inhdetachpending) THEN
      IF to_regclass(format('%I.${parts}', space)) IS NOT NULL THEN
        EXECUTE format('DELETE FROM %I.${parts} WHERE part = $1', space) USING TG_RELID;
      END IF;
      RETURN NULL;
    END IF;
    EXECUTE format('UPDATE %I.data_version SET version = gen_random_uuid(), written_by = pg_current_xact_id()
      WHERE written_by IS DISTINCT FROM pg_current_xact_id()', space);
  END IF;`

/** A trigger function of the view. The trigger's arguments are the schema, and `part` if its table is a partition. */
export const triggerFunction = (
  view: TriggeredView,
  name: string,
  body: string,
  settings: readonly string[] = [],
): string => `
CREATE OR REPLACE FUNCTION sextant_functions.${name}() RETURNS trigger LANGUAGE plpgsql ${settings.map((one) => `SET ${one} `).join('')}AS $$
DECLARE ${begin(view)}
  ${body}
  RETURN NULL;
END $$;`

/** A trigger of a table: its name, the statements that fire it, their transition tables, and its function. */
export type Trigger = readonly [name: string, event: string, tables: string | null, calls: string]

const text = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`)

/** The function that creates the triggers that a table lacks. */
export const watchFunction = (name: string, triggers: readonly Trigger[]): string => `
CREATE OR REPLACE FUNCTION sextant_functions.${name}(events regclass, space text, part boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE given text := quote_literal(space) || CASE WHEN part THEN ', ''part''' ELSE '' END; made record;
BEGIN
  FOR made IN SELECT * FROM (VALUES
    ${triggers.map((one) => `(${one.map(text).join(', ')})`).join(', ')})
    AS t(name, event, tables, function)
  LOOP
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = events AND tgname = made.name) THEN
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %s %s FOR EACH STATEMENT EXECUTE FUNCTION sextant_functions.%I(%s)',
        made.name, made.event, events, 'REFERENCING ' || made.tables, made.function, given);
    END IF;
  END LOOP;
END $$;`

/** The functions that compare the view's list of partitions with the attached ones, and fail if it lacks events. */
export const holdFunctions = ({ title, parts, functions: { hold, ask }, late }: TriggeredView): string => `
CREATE OR REPLACE FUNCTION sextant_functions.${hold}(space text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE hold boolean;
BEGIN
  EXECUTE format('SELECT NOT EXISTS (SELECT FROM (SELECT inhrelid AS part, relkind FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
      WHERE inhparent = %L::regclass AND NOT inhdetachpending) AS a
    FULL JOIN (SELECT part FROM %I.${parts} WHERE filled) AS r ON a.part = r.part
    WHERE a.part IS NULL OR r.part IS NULL OR a.relkind <> ''r'')${late === undefined ? '' : ` AND NOT EXISTS (SELECT FROM %I.${late.table})`}',
    format('%I.events_v1', space), space, space) INTO hold;
  RETURN hold;
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.${ask}(space text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF NOT sextant_functions.${hold}(space) THEN
    RAISE EXCEPTION 'the ${title} of % are incomplete', space USING ERRCODE = '${notHolding}';
  END IF;
  RETURN true;
END $$;
`
