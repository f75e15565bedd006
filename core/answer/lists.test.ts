import fc from 'fast-check'
import t from 'tap'
import { byBytes, type Row } from '../../contract/index.js'
import { pageAnswer } from './page.js'
import { topAnswer } from './top.js'

t.test('texts are ordered by their bytes', (t) => {
  const unit = fc.constantFrom('a', 'b', 'é', '\uE000', '\uFFFD', '😀', '\u{10FFFF}', '')
  fc.assert(
    fc.property(fc.array(unit), fc.array(unit), (left, right) => {
      const [a, b] = [left.join(''), right.join('')]
      return Math.sign(byBytes(a, b)) === Buffer.compare(Buffer.from(a), Buffer.from(b))
    }),
  )
  t.end()
})

t.test('top lists', (t) => {
  const rows: Row[] = [
    { label: 'b', count: 2 },
    { label: 'a', count: 2 },
    { label: null, count: 9 },
    { label: 'c', count: null },
  ]
  t.strictSame(topAnswer({ rows, limit: 3 }), {
    data: [
      { label: '(none)', count: 9 },
      { label: 'a', count: 2 },
      { label: 'b', count: 2 },
    ],
    total_labels: 4,
  })
  t.equal(topAnswer({ rows: rows.map((row) => ({ ...row, total_labels: 50 })), limit: 10 }).total_labels, 50)
  t.strictSame(topAnswer({ rows: [{ label: 7, count: 1 }], limit: 1 }).data, [{ label: '7', count: 1 }])
  t.strictSame(topAnswer({ rows: [], limit: 10 }), { data: [], total_labels: 0 })
  t.end()
})

t.test('raw pages', (t) => {
  const columns = { at: 'time', name: 'text', body: 'json', n: 'float', ok: 'bool', person: 'key' } as const
  const first = {
    at: 1_577_934_245_006,
    name: 'a',
    body: { at: 5, list: [null] },
    n: -0,
    ok: false,
    person: 'p',
    seq: 1,
  }
  const rows: Row[] = [first, { at: null, name: null, body: null, n: NaN }, first]
  const page = pageAnswer({ rows, columns, limit: 2, offset: 4 })
  t.strictSame(page, {
    data: [
      { at: '2020-01-02T03:04:05.006Z', name: 'a', body: { at: 5, list: [null] }, n: 0, ok: false },
      { at: null, name: null, body: null, n: null, ok: null },
    ],
    has_more: true,
    limit: 2,
    offset: 4,
  })
  t.equal(
    JSON.stringify(page.data[0]).startsWith('{"at":"2020-01-02T03:04:05.006Z","name"'),
    true,
    'in order',
  )
  t.equal(
    pageAnswer({ rows, columns, limit: 3, offset: 0 }).has_more,
    false,
    'a page that is exactly full is the last',
  )
  t.equal(pageAnswer({ rows, columns, limit: 3, offset: 0, total: 3 }).total, 3)
  t.end()
})
