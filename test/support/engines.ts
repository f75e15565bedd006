import { startedEngine, type TestEngines } from './engine-addresses.js'

/** All four servers. Importing this module makes the runner start them; the first tier may not (test/arch/tiers.test.ts). */
export const testEngines = (): TestEngines => ({
  clickhouse: startedEngine('clickhouse'),
  secondClickhouse: startedEngine('secondClickhouse'),
  postgres: startedEngine('postgres'),
  outsidePostgres: startedEngine('outsidePostgres'),
})
