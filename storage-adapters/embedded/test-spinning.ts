/**
 * Statements that check neither signals nor the time while one function runs, each for many minutes. They run
 * on the engines directly, because the guards over members' SQL may reject them.
 */
export const spinning = {
  clickhouse: `SELECT countSubstrings(repeat('aaaa', 1000000), concat(repeat('aa', 1000000), 'b'))`,
  postgres: `SELECT length(translate(repeat('a', 4000000), repeat('b', 4000000), ''))`,
} as const
