import t from 'tap'
import { HashTable } from './hash-table.js'

t.test('finds the first row of each hash', (t) => {
  // Rows 0 and 2 are equal; rows 1 and 3 share one word each with row 0.
  const table = new HashTable(Uint32Array.from([5, 7, 5, 8, 5, 7, 6, 7]))
  t.same(
    [0, 1, 2, 3].map((row) => table.add(row)),
    [true, true, false, true],
  )
  t.equal(table.size, 3)
  t.same(table.firsts(), [0, 1, 3])
  t.equal(table.firstOf(5, 7), 0)
  t.equal(table.firstOf(5, 8), 1)
  t.equal(table.firstOf(7, 5), -1)
  t.end()
})

t.test('finds all of many rows, also those whose words are alike', (t) => {
  const count = 5_000
  const hashes = Uint32Array.from({ length: 2 * count }, (_, at) =>
    at % 2 === 0 ? (at >> 1) % 50 : ((at >> 1) / 50) << 20,
  )
  const table = new HashTable(hashes)
  const rows = [...Array(count).keys()]
  t.ok(rows.every((row) => table.add(row)))
  t.ok(rows.every((row) => table.firstOf(hashes[2 * row] ?? 0, hashes[2 * row + 1] ?? 0) === row))
  t.end()
})

t.test('two tables meet in a hash that both have', (t) => {
  const tableOf = (...words: number[]): HashTable => {
    const table = new HashTable(Uint32Array.from(words))
    for (let row = 0; row < words.length / 2; row++) table.add(row)
    return table
  }
  const [one, other, third] = [tableOf(1, 2, 3, 4), tableOf(3, 4), tableOf(4, 3, 2, 1, 9, 9)]
  t.ok(one.meets(other))
  t.ok(other.meets(one))
  t.notOk(one.meets(third))
  t.notOk(third.meets(one))
  t.notOk(new HashTable(new Uint32Array()).meets(one))
  t.end()
})
