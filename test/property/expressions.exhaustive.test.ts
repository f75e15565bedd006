import t from 'tap'
import { checkExpressions } from './check-expressions.js'
import { propertyRuns, propertySeed } from './seeded.js'

/** More than the tier before draws; `PROPERTY_RUNS=10000` takes a quarter of an hour. */
t.test('random expressions have the same values on every store', (t) =>
  checkExpressions(t, propertySeed, propertyRuns(400)),
)
