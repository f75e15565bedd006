import t from 'tap'
import { dayMs } from '../../../sql/edges.js'
import type { Span } from '../../../sql/views/periods-of-operator.js'
import { dayBitmap, keptDays, maskText } from './day-bitmap.js'

const first = Date.UTC(2024, 0, 1)
const day = (number: number): number => first + number * dayMs
const span = (bit: number, from: number | null, to: number | null): Span => ({ bit, from, to })
const all = { from: null, to: null }

t.test('a day has the bit of its span', (t) => {
  const found = dayBitmap([span(0, day(0), day(1)), span(1, day(1), day(3))], all, first)
  t.same(found, {
    pairs: [
      { kept: 1, bit: 0 },
      { kept: 2, bit: 1 },
      { kept: 3, bit: 1 },
    ],
    outside: [],
    days: { from: day(0), to: day(3) },
  })
  t.end()
})

t.test('time before the first day is one bit, which is used whole or not at all', (t) => {
  const found = dayBitmap([span(0, null, day(2))], all, first)
  t.same(
    found?.pairs.map(({ kept }) => kept),
    [0, 1, 2],
  )
  t.equal(found?.days.from, null)
  t.equal(dayBitmap([span(0, day(-3), day(2))], all, first), null)
  t.equal(dayBitmap([span(0, null, day(-3)), span(1, day(-3), day(2))], all, first), null)
  t.same(
    dayBitmap([span(0, null, day(0))], all, first)?.pairs,
    [{ kept: 0, bit: 0 }],
    'up to the first day, and nothing else',
  )
  t.end()
})

t.test('the uncounted part of a day is listed', (t) => {
  const range = { from: day(1) + 5, to: day(3) - 7 }
  const found = dayBitmap([span(0, day(0), day(2)), span(1, day(2), day(4))], range, first)
  t.same(
    found?.pairs.map(({ kept }) => kept),
    [2, 3],
  )
  t.same(found?.outside, [
    { from: day(1), to: day(1) + 5 },
    { from: day(3) - 7, to: day(3) },
  ])
  t.same(found?.days, { from: day(1), to: day(3) })
  t.end()
})

t.test('spans that whole days cannot answer', (t) => {
  t.equal(
    dayBitmap([span(0, day(0), day(1) + 1), span(1, day(1) + 1, day(2))], all, first),
    null,
    'a day in two',
  )
  t.equal(dayBitmap([span(0, day(0), day(keptDays) + 1)], all, first), null, 'a day beyond the last')
  t.not(dayBitmap([span(0, day(0), day(keptDays))], all, first), null, 'and the last one')
  t.equal(dayBitmap([span(0, day(0), null)], all, first), null, 'an end that is open')
  t.equal(dayBitmap([span(0, day(0), day(1))], { from: day(2), to: null }, first), null, 'no day at all')
  t.end()
})

t.test('the SQL of the mask', (t) => {
  const bits = (from: number, count: number): { kept: number; bit: number }[] =>
    Array.from({ length: count }, (_, bit) => ({ kept: from + bit, bit }))
  t.equal(maskText(bits(0, 3), 'UInt64'), "toUInt64(bitAnd(days_0, toUInt64('7')))")
  t.equal(maskText(bits(2, 2), 'UInt64'), "bitShiftRight(toUInt64(bitAnd(days_0, toUInt64('12'))), 2)")
  t.equal(
    maskText(bits(63, 2), 'UInt64'),
    "bitOr(bitShiftRight(toUInt64(bitAnd(days_0, toUInt64('9223372036854775808'))), 63), bitShiftLeft(toUInt64(bitAnd(days_1, toUInt64('1'))), 1))",
    'over two words',
  )
  t.equal(
    maskText(
      [
        { kept: 63, bit: 4 },
        { kept: 64, bit: 4 },
      ],
      'UInt128',
    ),
    "bitShiftLeft(toUInt128((bitAnd(days_0, toUInt64('9223372036854775808')) != 0) OR (bitAnd(days_1, toUInt64('1')) != 0)), 4)",
    'several days with one bit',
  )
  t.equal(
    maskText(
      [...bits(0, 2).map(({ kept }) => ({ kept, bit: 0 })), { kept: 2, bit: 1 }, { kept: 3, bit: 2 }],
      'UInt64',
    ),
    "bitOr(bitShiftRight(toUInt64(bitAnd(days_0, toUInt64('12'))), 1), bitShiftLeft(toUInt64((bitAnd(days_0, toUInt64('3')) != 0)), 0))",
    'some alone, some not',
  )
  t.end()
})
