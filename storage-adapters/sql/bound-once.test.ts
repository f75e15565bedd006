import t from 'tap'
import { boundOnce } from './bound-once.js'

t.test('equal values of one type are bound once', (t) => {
  const bound: unknown[] = []
  const bind = boundOnce((value) => `$${bound.push(value)}`)
  t.equal(bind('a', 'text'), '$1')
  t.equal(bind('a', 'text'), '$1')
  t.equal(bind('a', 'json'), '$2', 'another type is another value')
  t.equal(bind([1, 2], 'ints'), '$3')
  t.equal(bind([1, 2], 'ints'), '$3')
  t.equal(bind([1, 2], 'floats'), '$4')
  t.equal(bind('[1,2]', 'text'), '$5', 'a list is not its text')
  t.equal(bind(0, 'float'), '$6')
  t.equal(bind(-0, 'float'), '$7')
  t.equal(bind([-0], 'floats'), '$8')
  t.equal(bind([0], 'floats'), '$9')
  t.equal(bind(['a,b'], 'texts'), '$10')
  t.equal(bind(['a', 'b'], 'texts'), '$11')
  const late = Object.freeze({ late: 'links' })
  t.equal(bind(late, 'keys'), '$12', 'what stands for a list that is known later is bound as it is')
  t.equal(bind(true, 'bool'), '$13')
  t.equal(bind([1n], 'keys'), '$14')
  t.equal(bind([1n], 'keys'), '$15', 'keys of devices are not compared')
  t.equal(bound.length, 15)
  t.end()
})
