import t from 'tap'
import { dayMs } from '../../../sql/edges.js'
import { daysOf, grownSlots, splitDevices } from './delta.js'
import { assumedSnapshot } from './snapshot.js'

const workspace = { id: 'ws_1', number: 1 }
const compared = { snapshot: assumedSnapshot(0), generation: 1 }
const whole = { pairs: [], outside: [], days: { from: 0, to: dayMs } }

t.test('devices are asked for only where a day is counted in part', (t) => {
  t.equal(splitDevices(workspace, compared, [whole], 3_000), null)
  const split = { ...whole, outside: [{ from: dayMs / 2, to: dayMs }] }
  const asked = splitDevices(workspace, compared, [whole, split, split], 3_000)
  t.match(asked?.text, /device_slots_1.* LIMIT 3001\)/)
  t.equal(asked?.text.match(/t\.day = /g)?.length, 1, 'once')
  t.end()
})

t.test('slots are compared on the given days', (t) => {
  const days = { from: 5 * dayMs, to: 7 * dayMs }
  const { text, parameters } = grownSlots(workspace, compared, { fresh: [], days })
  t.match(text, /WHERE t\.day >= toDate\(.*\) AND t\.day < toDate/)
  t.same(Object.values(parameters), [5, 7])
  t.notMatch(text, '_part')
  const before = grownSlots(workspace, compared, { fresh: [], days: { ...days, from: null } })
  t.notMatch(before.text, 't.day >=')
  const others = grownSlots(workspace, compared, { fresh: ['202401_9_9_0'], days })
  t.match(others.text, 't._part NOT IN (')
  t.same(Object.values(others.parameters), [5, 7, ['202401_9_9_0']])
  t.end()
})

t.test('the days of several ranges are those of all', (t) => {
  const later = { ...whole, days: { from: 5 * dayMs, to: 7 * dayMs } }
  t.same(daysOf([whole, later]), { from: 0, to: 7 * dayMs })
  t.same(daysOf([later, { ...whole, days: { from: null, to: dayMs } }]), { from: null, to: 7 * dayMs })
  t.end()
})
