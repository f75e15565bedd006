import { ClickHouseError } from '@clickhouse/client'
import t from 'tap'
import { dropDatabases } from './databases.js'

const names = { name: 'w1', stored: 'w1' }
const failing = (code: string, times: number) => {
  const sent: string[] = []
  const everywhere = (statement: (on: string) => string): Promise<void> => {
    sent.push(statement(''))
    if (sent.length > times) return Promise.resolve()
    return Promise.reject(
      new ClickHouseError({ message: 'New table appeared', code, type: 'DATABASE_NOT_EMPTY' }),
    )
  }
  return { sent, servers: { everywhere } }
}

t.test('a database that gets a table while it is dropped is dropped again', async (t) => {
  const { sent, servers } = failing('219', 3)
  await dropDatabases(servers, names)
  t.same(
    sent,
    Array.from({ length: 4 }, () => 'DROP DATABASE IF EXISTS w1 SYNC'),
  )
})

t.test('but not for ever, and not after another error', async (t) => {
  const always = failing('219', Infinity)
  await t.rejects(dropDatabases(always.servers as never, names))
  t.equal(always.sent.length, 20)
  const other = failing('48', 1)
  await t.rejects(dropDatabases(other.servers as never, names))
  t.equal(other.sent.length, 1)
})
