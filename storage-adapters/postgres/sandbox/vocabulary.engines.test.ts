import t from 'tap'
import pg from 'pg'
import { silentLog } from '../../../test/support/silent-log.js'
import { servers } from './test-sandbox.js'
import { guard } from './guard.js'
import { readGround } from './prepare.js'
import { readableColumns } from './views.js'
import { functions, harmless, operators, types } from './vocabulary.js'

/**
 * Argument types whose values name objects, statements or positions in files, or belong to the server itself.
 */
const barred =
  /^(reg|pg_|oid$|internal$|refcursor$|cstring$|aclitem|xid|cid|tid$|txid|fdw_|trigger|event_trigger|language_handler|index_am|table_am|tsm_|name\[\]$)/
/** Harmless forms that this rule excludes. */
const known = new Set(['age(xid)', 'text(pg_node_tree)'])

for (const { name, url } of servers())
  t.test(name, async (t) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    t.teardown(() => client.end())
    const { rows } = await client.query<{
      name: string
      form: string
      args: string[]
      volatility: string
      agg: boolean
    }>(
      `SELECT proname AS name, prokind = 'a' AS agg, provolatile AS volatility,
         proname || '(' || pg_get_function_identity_arguments(oid) || ')' AS form,
         ARRAY(SELECT format_type(a, NULL) FROM unnest(proargtypes) AS a) AS args
       FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY($1)`,
      [[...functions]],
    )
    for (const { form, args } of rows)
      t.ok(
        known.has(form) || /^(max|min)\(/.test(form) || args.every((arg) => !barred.test(arg)),
        `takes values only: ${form}`,
      )
    const volatile = rows.filter(({ volatility }) => volatility === 'v').map((row) => row.name)
    const telling = [
      'array_sample',
      'array_shuffle',
      'clock_timestamp',
      'gen_random_uuid',
      'random',
      'random_normal',
      'timeofday',
      'uuidv4',
      'uuidv7',
    ]
    t.strictSame(
      [...new Set(volatile)].filter((one) => !telling.includes(one)),
      [],
      'no function has side effects',
    )
    const there = new Set(rows.map((row) => row.name))
    const missing = [...functions].filter((one) => !there.has(one))
    // Newer than Postgres 15, or keywords of the grammar that call another function.
    t.ok(missing.length < 30, missing.join(' '))
    const known_types = await client.query<{ name: string }>(
      `SELECT typname AS name FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typname = ANY($1)`,
      [[...types]],
    )
    t.equal(known_types.rows.length, types.size)
    const signs = await client.query<{ form: string; args: string[] }>(
      `SELECT o.oid::regoperator::text AS form, ARRAY[format_type(oprleft, NULL), format_type(oprright, NULL)] AS args
       FROM pg_operator AS o JOIN pg_proc AS p ON p.oid = oprcode WHERE oprname = ANY($1) AND provolatile = 'v'`,
      [[...operators]],
    )
    t.strictSame(signs.rows, [], 'no operator has side effects')
    const lookups = await client.query<{ form: string }>(
      `SELECT oid::regoperator::text AS form FROM pg_operator WHERE oprname = ANY($1)
         AND (format_type(oprleft, NULL) ~ '^reg' OR format_type(oprright, NULL) ~ '^reg')`,
      [[...operators]],
    )
    t.strictSame(lookups.rows, [], 'no operator looks up a name')

    const { callable } = await readGround(client, silentLog)
    const all = await client.query<{ name: string; function: boolean }>(
      `SELECT DISTINCT proname AS name, true AS function FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
       UNION ALL SELECT typname, false FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace`,
    )
    const passes = async (text: string): Promise<boolean> =>
      guard(text, callable).then(
        () => true,
        () => false,
      )
    const passed: string[] = []
    for (const { name, function: isFunction } of all.rows) {
      const quoted = `"${name.replaceAll('"', '""')}"`
      if (isFunction && functions.has(name)) continue
      if (!isFunction && types.has(name)) continue
      const called = isFunction ? [`SELECT ${quoted}(1)`, `SELECT pg_catalog.${quoted}('a', 1)`] : []
      const cast = isFunction
        ? []
        : [`SELECT 'a'::${quoted}`, `SELECT CAST(1 AS pg_catalog.${quoted})`, `SELECT '{}'::${quoted}[]`]
      const isMember =
        functions.has(name) || types.has(name) || harmless.has(name) || readableColumns.has(name)
      const member =
        isMember || !callable.has(name)
          ? []
          : [
              `SELECT x.${quoted} FROM unnest(ARRAY[1]) AS x`,
              `SELECT ('a'::text).${quoted}`,
              `SELECT (ARRAY[1])[1].${quoted}`,
            ]
      for (const text of [...called, ...cast, ...member]) if (await passes(text)) passed.push(text)
    }
    t.ok(all.rows.length > 2_000)
    t.strictSame(passed, [], 'no other name of pg_catalog can be called, by any notation')
  })
