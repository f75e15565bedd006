import t from 'tap'
import { checkExpressions } from './check-expressions.js'
import { propertyRuns, propertySeed } from './seeded.js'

/** `PROPERTY_RUNS=10000` takes a quarter of an hour. */
t.test('random expressions have the same values on every store', (t) =>
  checkExpressions(t, propertySeed, propertyRuns(1_000)),
)
