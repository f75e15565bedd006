import t from 'tap'
import { createRandomId } from './random-id.js'

t.test('ids over many draws', (t) => {
  const [one, other] = [createRandomId(), createRandomId()]
  const ids = Array.from({ length: 2_000 }, (_, n) => (n % 2 === 0 ? one : other)('evt_'))
  t.strictSame(
    ids.filter((id) => !/^evt_[A-Za-z0-9_-]{22}$/.test(id)),
    [],
  )
  t.equal(new Set(ids).size, ids.length, 'no id comes twice')
  const bytes = ids.map((id) => Buffer.from(id.slice(4), 'base64url'))
  const varied = Array.from({ length: 16 }, (_, at) => new Set(bytes.map((id) => id[at])).size)
  t.ok(
    varied.every((values) => values > 128),
    'each byte takes many values',
  )
  t.end()
})
