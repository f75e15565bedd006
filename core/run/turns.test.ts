import t from 'tap'
import { createTurns, type Preparing } from './turns.js'

/** Turns whose event loop the test advances. */
function openTurns() {
  let calls: (() => void)[] = []
  const turns = createTurns((call) => void calls.push(call))
  const prepared: string[] = []
  const ask = (who: string): void => {
    const [workspace = '', caller = ''] = who
    const asked: Preparing = { workspace, caller }
    void turns(asked).then(() => prepared.push(who))
  }
  const loop = async (): Promise<readonly string[]> => {
    const [due, before] = [calls, prepared.length]
    calls = []
    for (const call of due) call()
    await new Promise((resolve) => setImmediate(resolve))
    return prepared.slice(before)
  }
  return { ask, loop, prepared, isIdle: () => calls.length === 0 }
}

t.test('one statement a turn: by workspace, inside it by caller, otherwise as asked', async (t) => {
  const { ask, loop, isIdle } = openTurns()
  for (const who of ['Ax1', 'Ax2', 'Ax3', 'Ax4', 'Ay1', 'Bz1', 'Bz2', 'Cz1']) ask(who)
  const order: (readonly string[])[] = []
  do order.push(await loop())
  while (!isIdle())
  t.strictSame(order, [['Ax1', 'Ax2'], ['Bz1'], ['Cz1'], ['Ay1'], ['Bz2'], ['Ax3'], ['Ax4'], []])
})

t.test('a newcomer is next but one, however much waits', async (t) => {
  const { ask, loop } = openTurns()
  for (let n = 0; n < 1_040; n++) ask('Ax')
  await loop()
  ask('Bz')
  t.strictSame([await loop(), await loop()], [['Ax'], ['Bz']])
})

t.test('whoever is alone does not wait', async (t) => {
  const { ask, loop, prepared, isIdle } = openTurns()
  ask('Ax1')
  await new Promise((resolve) => setImmediate(resolve))
  t.strictSame(prepared, ['Ax1'], 'in the same turn of the loop')
  t.strictSame(await loop(), [])
  t.ok(isIdle(), 'nothing turns on by itself')
})
