/**
 * Statements that look at no signal and no clock while one function runs, each for many minutes. They are run on the
 * engines themselves: the guards over members' SQL may refuse them.
 */
export const spinning = {
  clickhouse: `SELECT countSubstrings(repeat('aaaa', 1000000), concat(repeat('aa', 1000000), 'b'))`,
  postgres: `SELECT length(translate(repeat('a', 4000000), repeat('b', 4000000), ''))`,
} as const
