import t from 'tap'
import { parseActor } from './actor.js'

t.test('who is counted', (t) => {
  t.equal(parseActor(undefined), null)
  t.equal(parseActor('person'), null)
  t.strictSame(parseActor('device'), { kind: 'device' })
  t.strictSame(parseActor('session'), { kind: 'session' })
  for (const type of ['company', 'Größe 1', 'a', 'a-b_c d', 'x'.repeat(100)])
    t.strictSame(parseActor(`group:${type}`), { kind: 'group', type })
  t.end()
})

t.test('what is no actor', (t) => {
  const types = ['', ' ', 'a.b', 'a:b', ' a', 'a ', '__proto__', "a'b", 'a"b', 'a\nb', 'x'.repeat(101)]
  for (const asked of [
    '',
    'people',
    'group',
    'groups:company',
    'Device',
    ...types.map((one) => `group:${one}`),
  ])
    t.throws(() => parseActor(asked), { code: 'VALIDATION_ERROR', details: [{ path: 'actor' }] }, asked)
  t.end()
})
