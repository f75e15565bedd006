import { groupsOf, keysOf, rollups, tableOf, type Rollup } from './tables.js'

/** The SQLSTATE of a statement that reads incomplete rollups. */
export const notHolding = 'SXR01'

/** The schema's placeholder in statements that format() completes. */
const space = '%1$I'
const escaped = (statement: string): string => statement.replaceAll('%', '%%').replaceAll('%%1$I', space)
const run = (statement: string): string => `EXECUTE format($sql$${escaped(statement)}$sql$, space);`
const all = (statement: (rollup: Rollup) => string): string =>
  rollups.map((rollup) => run(statement(rollup))).join('\n  ')

const added = (rollup: Rollup): string =>
  `INSERT INTO ${tableOf(space, rollup)} AS old ${groupsOf(rollup, 'fresh')}
    ON CONFLICT (${keysOf(rollup).join(', ')}) DO UPDATE SET rows = old.rows + excluded.rows,
    first = least(old.first, excluded.first), last = greatest(old.last, excluded.last)`

/**
 * Counts groups again that have lost events, as their first and last times may be those of lost ones. The
 * trigger data_changed, which fires first by its name, has locked the row of data_version until the commit.
 * So all earlier transactions have ended, and their changes are visible.
 *
 *     DELETE FROM events WHERE …       day 5, event buy: 2 of 10 rows
 *     DELETE FROM event_days WHERE (day, event_name) IN ((5, buy))
 *     INSERT INTO event_days SELECT day, event_name, count(*) … FROM events WHERE (day, event_name) IN ((5, buy)) …
 */
const redone = (changed: string): string =>
  rollups
    .flatMap((rollup) => {
      const key = `(day, ${rollup.redone}) IN (SELECT day, ${rollup.redone} FROM ${changed})`
      return [
        run(`DELETE FROM ${tableOf(space, rollup)} WHERE ${key}`),
        run(`INSERT INTO ${tableOf(space, rollup)} ${groupsOf(rollup, `${space}.events_v1 WHERE ${key}`)}`),
      ]
    })
    .join('\n  ')

/** A SELECT of the days for which the rollup has rows and the events have none. */
export const orphans = (rollup: Rollup, schema: string): string =>
  `SELECT day FROM (SELECT DISTINCT day FROM ${tableOf(schema, rollup)}) AS d
    WHERE NOT EXISTS (SELECT FROM ${schema}.events_v1 AS e WHERE e.day = d.day)`

/**
 * The beginning of every trigger function. A statement on a partition fires only the partition's own
 * triggers, so these change the data version too. If the partition is detached, its events are not counted,
 * and it is removed from rolled_parts: its counts are no longer certain.
 */
const begin = `space text := TG_ARGV[0];
BEGIN
  IF TG_NARGS > 1 THEN
    IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = TG_RELID AND NOT inhdetachpending) THEN
      IF to_regclass(format('%I.rolled_parts', space)) IS NOT NULL THEN
        EXECUTE format('DELETE FROM %I.rolled_parts WHERE part = $1', space) USING TG_RELID;
      END IF;
      RETURN NULL;
    END IF;
    EXECUTE format('UPDATE %I.data_version SET version = gen_random_uuid(), written_by = pg_current_xact_id()
      WHERE written_by IS DISTINCT FROM pg_current_xact_id()', space);
  END IF;`

const triggerFunction = (name: string, body: string): string => `
CREATE OR REPLACE FUNCTION sextant_functions.${name}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ${begin}
  ${body}
  RETURN NULL;
END $$;`

const both = `(SELECT day, event_name, device FROM gone UNION SELECT day, event_name, device FROM fresh) AS changed`

/**
 * The trigger functions. Every change of events, by this service, an older one or an operator, changes the
 * rollups in the same transaction.
 */
export const rollupFunctions = `
${triggerFunction('roll_added', all(added))}
${triggerFunction('roll_removed', redone('gone'))}
${triggerFunction('roll_changed', redone(both))}
${triggerFunction(
  'roll_emptied',
  all((rollup) => `DELETE FROM ${tableOf(space, rollup)} WHERE day IN (${orphans(rollup, space)})`),
)}
CREATE OR REPLACE FUNCTION sextant_functions.watch_events(events regclass, space text, part boolean) RETURNS void LANGUAGE plpgsql AS $$
DECLARE given text := quote_literal(space) || CASE WHEN part THEN ', ''part''' ELSE '' END; made record;
BEGIN
  FOR made IN SELECT * FROM (VALUES
    ('rolled_added', 'INSERT', 'NEW TABLE AS fresh', 'roll_added'), ('rolled_removed', 'DELETE', 'OLD TABLE AS gone', 'roll_removed'),
    ('rolled_changed', 'UPDATE', 'OLD TABLE AS gone NEW TABLE AS fresh', 'roll_changed'), ('rolled_emptied', 'TRUNCATE', NULL, 'roll_emptied'))
    AS t(name, event, tables, function)
  LOOP
    IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = events AND tgname = made.name) THEN
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %s %s FOR EACH STATEMENT EXECUTE FUNCTION sextant_functions.%I(%s)',
        made.name, made.event, events, 'REFERENCING ' || made.tables, made.function, given);
    END IF;
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.rollups_hold(space text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE hold boolean;
BEGIN
  EXECUTE format('SELECT NOT EXISTS (SELECT FROM (SELECT inhrelid AS part, relkind FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
      WHERE inhparent = %L::regclass AND NOT inhdetachpending) AS a
    FULL JOIN (SELECT part FROM %I.rolled_parts WHERE filled) AS r ON a.part = r.part
    WHERE a.part IS NULL OR r.part IS NULL OR a.relkind <> ''r'')',
    format('%I.events_v1', space), space) INTO hold;
  RETURN hold;
END $$;
CREATE OR REPLACE FUNCTION sextant_functions.ask_rollups(space text) RETURNS boolean LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  IF NOT sextant_functions.rollups_hold(space) THEN
    RAISE EXCEPTION 'the rollups of % are incomplete', space USING ERRCODE = '${notHolding}';
  END IF;
  RETURN true;
END $$;
`
