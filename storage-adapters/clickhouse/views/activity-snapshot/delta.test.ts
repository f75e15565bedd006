import t from 'tap'
import { changedDevices, mostChanged } from './delta.js'
import { assumedSnapshot } from './snapshot.js'

t.test('the number of changed devices is bounded by a whole number, which the engine requires', (t) => {
  const workspace = { id: 'ws_1', number: 1 }
  const of = (devices: number) => ({ ...assumedSnapshot(0), devices })
  t.equal(mostChanged(of(10)), 100)
  t.equal(mostChanged(of(60_499)), 120)
  t.equal(mostChanged(of(959_269)), 1_918)
  t.equal(mostChanged(of(5_000_000)), 2_000)
  const links = { events: [], links: ['all_1_1_0'] }
  const given = { snapshot: of(959_269), parts: links, generation: 1 }
  const { text } = changedDevices(workspace, given, [], { exact: true, most: mostChanged(given.snapshot) })
  t.match(text, / LIMIT 1919$/)
  t.end()
})
