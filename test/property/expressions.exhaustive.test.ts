import t from 'tap'
import { checkExpressions } from './check-expressions.js'
import { propertyRuns, propertySeed } from './seeded.js'

t.test('10,000 random expressions have the same values on every store', (t) =>
  checkExpressions(t, propertySeed, propertyRuns(10_000)),
)
