import { PostgreSQL, SQLDialect } from '@codemirror/lang-sql'
import { keywords } from '../complete.js'
import { functionsOf } from '../functions/signatures.js'
import type { Dialect } from '../sql-name.js'

const namesOf = (dialect: Dialect): string =>
  functionsOf(dialect)
    .map(({ name }) => name.toLowerCase())
    .join(' ')

const clickhouse = SQLDialect.define({
  keywords: [...keywords, 'PREWHERE FINAL SAMPLE ARRAY SETTINGS GLOBAL ANY ASOF QUALIFY EXCEPT INTERSECT']
    .join(' ')
    .toLowerCase(),
  types:
    'string uint8 uint16 uint32 uint64 int8 int16 int32 int64 float32 float64 bool date date32 datetime datetime64 decimal uuid nullable map tuple',
  builtin: namesOf('clickhouse'),
  backslashEscapes: true,
  operatorChars: '*+-%<>!=&|~^/?:',
  identifierQuotes: '`"',
  caseInsensitiveIdentifiers: true,
})

const postgres = SQLDialect.define({ ...PostgreSQL.spec, builtin: namesOf('postgres') })

/** How the editor reads the SQL of a storage. */
export const languageOf = (dialect: Dialect): SQLDialect => (dialect === 'postgres' ? postgres : clickhouse)
