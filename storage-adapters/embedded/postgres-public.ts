/**
 * Revokes from PUBLIC the default rights that a reader of one workspace does not need: the catalogs (names of
 * all workspaces and roles), temporary tables, and every function of pg_catalog that does more than compute:
 * functions that change something, read the server or its settings, or take a statement or an object's name
 * as a string. For embedded clusters only, where PUBLIC consists of the readers. Runs once per database.
 */
export const restrictPublic = `
DO $sextant$
DECLARE routine record;
BEGIN
  -- Compares each member of one side with each of the other and never checks for cancellation. It is revoked before
  -- the return, so that databases restricted by an earlier version get it too.
  IF has_function_privilege('public', 'pg_catalog.jsonb_delete(jsonb, text[])', 'EXECUTE') THEN
    REVOKE EXECUTE ON FUNCTION pg_catalog.jsonb_delete(jsonb, text[]) FROM PUBLIC;
  END IF;
  IF NOT has_table_privilege('public', 'pg_catalog.pg_class', 'SELECT') THEN RETURN; END IF;
  EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  REVOKE ALL ON SCHEMA public FROM PUBLIC;
  FOR routine IN
    SELECT oid::regprocedure AS name, CASE prokind WHEN 'p' THEN 'PROCEDURE' ELSE 'FUNCTION' END AS kind FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND (
      (provolatile = 'v' AND proname NOT IN ('clock_timestamp', 'timeofday', 'random', 'random_normal',
        'gen_random_uuid', 'uuidv4', 'uuidv7', 'array_sample', 'array_shuffle'))
      OR proname ~ '^(pg_|txid_|has_|to_reg|reg|inet_(client|server)|lo|be_lo|row_security|binary_upgrade|ts_stat|currtid)'
        AND proname !~ '^(lower|log|regexp|regr|reg.*(in|out|recv|send)$)'
        AND proname NOT IN ('pg_has_role', 'pg_backend_pid')
      OR proname ~ '_to_xml|^(current_setting|set_config|currval|lastval|nextval|obj_description|col_description|version)')
  LOOP
    EXECUTE format('REVOKE EXECUTE ON %s %s FROM PUBLIC', routine.kind, routine.name);
  END LOOP;
  -- Readers call these two.
  GRANT EXECUTE ON FUNCTION pg_catalog.current_setting(text), pg_catalog.pg_backend_pid() TO PUBLIC;
  REVOKE ALL ON ALL TABLES IN SCHEMA information_schema FROM PUBLIC;
  -- Last, because its effect marks the whole block as done.
  REVOKE ALL ON ALL TABLES IN SCHEMA pg_catalog FROM PUBLIC;
END $sextant$`
