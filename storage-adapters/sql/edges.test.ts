import t from 'tap'
import { cutSpacing } from './edges.js'

t.test('edges whose first and last interval may be shorter are evenly spaced', (t) => {
  const whole = { first: 0, step: 10 }
  t.same(cutSpacing([9, 10, 20, 30, 35]), whole)
  t.same(cutSpacing([0, 10, 20, 30]), whole, 'neither need be cut')
  t.same(cutSpacing([1, 10, 20, 20.5]), whole)
  t.equal(cutSpacing([-1, 10, 20, 30]), null, 'the first one must not be longer')
  t.equal(cutSpacing([9, 10, 20, 31]), null, 'nor the last one')
  t.equal(cutSpacing([9, 10, 20, 31, 40]), null, 'months')
  t.equal(cutSpacing([9, 10, 20]), null, 'without a whole interval the step is unknown')
  t.equal(cutSpacing([9, 10]), null)
  t.equal(cutSpacing([]), null)
  t.end()
})

t.test('the index of a value is that of a search', (t) => {
  const edges = [3, 5, 12, 19, 26, 30]
  const spacing = cutSpacing(edges)
  for (let value = 3; value < 30; value++) {
    const searched = edges.findLastIndex((edge) => edge <= value)
    t.equal(spacing && Math.floor((value - spacing.first) / spacing.step), searched, String(value))
  }
  t.end()
})
