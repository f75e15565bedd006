import type { ClickHouseSettings } from '@clickhouse/client'
import type { CompiledQuery } from '../../contract/index.js'
import { statementSettings } from '../../storage-adapters/clickhouse/query/run.js'
import type { Statement } from '../meter.js'
import { limits } from './limits.js'

/** The statements with the settings that the service sends with them; `settings` are those of all questions. */
export const statementsOf = (
  queries: readonly CompiledQuery[],
  settings: ClickHouseSettings,
): readonly Statement[] =>
  queries.map((query) => ({
    text: query.text,
    parameters: query.parameters,
    settings: { ...settings, ...statementSettings(query, limits) },
  }))
