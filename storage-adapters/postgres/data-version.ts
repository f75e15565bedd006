import type pg from 'pg'

/** The tables that questions read; for partitioned ones, the partitioned table itself. */
const partitioned = ['events_v1', 'logs_v1', 'metrics_v1']
const tables = [...partitioned, 'traits_v1', 'context_v1', 'device_links']

/**
 * The trigger function that gives the workspace a new data version, once in a transaction. Every change of
 * rows, by this service, an older one or an operator, changes the version in the same transaction. Versions
 * are random: numbers would repeat after a backup was restored.
 */
export const versionFunction = `
CREATE OR REPLACE FUNCTION sextant_functions.data_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE %I.data_version SET version = gen_random_uuid(), written_by = pg_current_xact_id()
    WHERE written_by IS DISTINCT FROM pg_current_xact_id()', TG_TABLE_SCHEMA);
  RETURN NULL;
END $$;
`

/**
 * Creates the version table and the triggers for a workspace's existing tables. Existing triggers are left
 * alone: creating one waits for all open transactions that write.
 */
export const versionStatements = (schema: string): string => `
CREATE TABLE IF NOT EXISTS ${schema}.data_version (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), version uuid NOT NULL DEFAULT gen_random_uuid(), written_by xid8);
INSERT INTO ${schema}.data_version DEFAULT VALUES ON CONFLICT DO NOTHING;
DO $sextant$
DECLARE changed regclass;
BEGIN
  FOREACH changed IN ARRAY ARRAY[${tables.map((name) => `'${schema}.${name}'`).join(', ')}]::regclass[] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = changed AND tgname = 'data_changed') THEN
      EXECUTE format('CREATE TRIGGER data_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %s
        FOR EACH STATEMENT EXECUTE FUNCTION sextant_functions.data_changed()', changed);
    END IF;
  END LOOP;
END $sextant$;
`

/**
 * The data version of a workspace: it changes with every change of its rows. Attaching or dropping a
 * partition fires no trigger, so the list of partitions is part of the version.
 */
export async function dataVersion(client: pg.ClientBase, schema: string): Promise<string> {
  const { rows } = await client.query<{ version: string }>(
    `SELECT version || ' ' || md5(coalesce((SELECT string_agg(inhrelid::text, ' ' ORDER BY inhrelid) FROM pg_inherits
       WHERE inhparent = ANY($1::regclass[])), '')) AS version FROM ${schema}.data_version`,
    [partitioned.map((name) => `${schema}.${name}`)],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`${schema}.data_version is empty`)
  return row.version
}
