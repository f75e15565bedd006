import t from 'tap'
import { attachStatement } from './attach-tables.js'

const uuid = "UUID '3bd3b087-49fc-4fe5-9e35-5ccb341e90f9'"

void t.test('a stored definition becomes a statement that attaches the table', (t) => {
  t.equal(
    attachStatement(
      'w1',
      'events_v1',
      `ATTACH TABLE _ ${uuid}\n(\n    \`n\` UInt8\n)\nENGINE = MergeTree\nORDER BY n`,
    ),
    `ATTACH TABLE IF NOT EXISTS \`w1\`.\`events_v1\` ${uuid}\n(\n    \`n\` UInt8\n)\nENGINE = MergeTree\nORDER BY n`,
  )
  t.equal(
    attachStatement('w1', 'a`b', `ATTACH MATERIALIZED VIEW _ ${uuid} TO w1.c AS SELECT 1`),
    `ATTACH MATERIALIZED VIEW IF NOT EXISTS \`w1\`.\`a\\\`b\` ${uuid} TO w1.c AS SELECT 1`,
  )
  t.equal(
    attachStatement('w1', 'a', `ATTACH TABLE _ ${uuid} (n String DEFAULT '$&') ENGINE = Log`),
    `ATTACH TABLE IF NOT EXISTS \`w1\`.\`a\` ${uuid} (n String DEFAULT '$&') ENGINE = Log`,
  )
  t.end()
})

void t.test('any other text is rejected', (t) => {
  for (const text of ['', 'DROP TABLE x', 'ATTACH TABLE a (n UInt8) ENGINE = Log'])
    t.throws(() => attachStatement('w1', 'a', text), { message: 'unknown definition of table w1.a' })
  t.end()
})
