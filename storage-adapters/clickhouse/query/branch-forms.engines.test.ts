import t from 'tap'
import { guessesHold } from '../../../test/support/guesses-hold.js'
import { testStores } from '../../../test/support/stores.js'

const stores = await testStores()
t.teardown(() => stores.close())

t.test('a guess is checked among points of other metrics, and of other types', (t) =>
  guessesHold(t, stores.memory, stores.clickhouse),
)
