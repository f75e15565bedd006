/** Attacks by length and depth, generated because they are too long for a corpus file. */
const attack = (sql: string, expect?: 'bounded') => ({
  engine: 'postgres',
  sql,
  why: 'too long or too deep',
  ...(expect === undefined ? {} : { expect }),
})

const nested = (open: string, times: number, close: string): string =>
  `SELECT ${open.repeat(times)}1${close.repeat(times)}`

/** A quadratic operation that never checks for cancellation. */
const manyKeys = (operator: string, type: string): string =>
  `SELECT length(((SELECT jsonb_object_agg('k' || n, n) FROM generate_series(1, 70000) AS n) ${operator}
    (SELECT array_agg('x' || n) FROM generate_series(1, 70000) AS n)${type})::text)`

export const longAttacks = [
  attack(manyKeys('-', '')),
  attack(manyKeys('-', '::varchar[]')),
  attack(manyKeys('OPERATOR(pg_catalog.-)', '')),
  attack(`SELECT '{}'::jsonb - ARRAY['a']`),
  attack(`SELECT 'a' @@ repeat('ab ', 300000)`),
  attack(`SELECT 'a'::varchar @@ repeat('ab ', 300000)`),
  attack(`SELECT ${'1+'.repeat(8_000)}1`),
  attack(nested('(', 20_000, ')')),
  attack(`SELECT ${'NOT '.repeat(12_000)}true`),
  attack(`SELECT 1${'::int'.repeat(9_000)}`),
  attack(`SELECT '${'x'.repeat(70_000)}'`),
  attack(`SELECT 1${' UNION SELECT 1'.repeat(4_000)}`),
  attack(`SELECT ${'ARRAY['.repeat(9_000)}`),
  attack(`SELECT length(normalize(repeat(U&'\\0301\\0327', 100000)))`),
  attack(`SELECT repeat(U&'\\0301\\0327', 100000) IS NFC NORMALIZED`),
  attack(`SELECT a${' COLLATE "C"'.repeat(5_000)}`),
  attack(nested('CASE WHEN true THEN ', 3_000, ' END')),
  attack(nested('(SELECT ', 2_900, ')')),
  attack(`SELECT * FROM ${'(SELECT * FROM '.repeat(1_400)}events_v1${') a'.repeat(1_400)}`),
  attack(`SELECT 1${'::int'.repeat(2_900)}`),
  attack(`SELECT '${'['.repeat(8_000)}${']'.repeat(8_000)}'::jsonb`, 'bounded'),
  attack(`SELECT ${Array.from({ length: 1_600 }, () => "repeat('x', 1000000)").join(',')}`, 'bounded'),
  attack(nested('(', 900, ')'), 'bounded'),
  attack(`SELECT ${'1+'.repeat(900)}1`, 'bounded'),
  attack(`SELECT 1 WHERE 1 IN (${'1,'.repeat(20_000)}1)`, 'bounded'),
  attack(
    `SELECT count(*) FROM ${Array.from({ length: 60 }, (_, index) => `events_v1 e${index}`).join(', ')}`,
    'bounded',
  ),
]
