import t from 'tap'
import type { Context } from 'koa'
import { createRateLimits } from './rate-limit.js'
import { settingRef, type ReadSetting } from '../contract/index.js'

const unset: ReadSetting = () => {
  throw new Error('no setting is read')
}

t.test('who goes on after refusals waits for each further one', async (t) => {
  const held: number[] = []
  const signal = new AbortController().signal
  const { step } = createRateLimits(null, unset, (milliseconds, of) => {
    t.equal(of, signal)
    held.push(milliseconds)
    return Promise.resolve()
  })
  const limited = step({ group: 'sign-in', tries: 3, seconds: 60 })
  const ask = async (address: string): Promise<string> => {
    const ctx = { state: { request: { address, signal, admission: null } } } as unknown as Context
    return (limited(ctx as never, () => Promise.resolve()) as Promise<void>).then(
      () => 'passed',
      (error: unknown) => (error as { code: string }).code,
    )
  }
  const answers = []
  for (let n = 0; n < 8; n++) answers.push(await ask('192.0.2.1'))
  t.strictSame(answers, [...Array<string>(3).fill('passed'), ...Array<string>(5).fill('RATE_LIMITED')])
  t.strictSame(held, [1_000, 1_000], 'from the seventh on')
  t.equal(await ask('198.51.100.1'), 'passed', 'others do not')
})

t.test('a limit that a setting has is named', async (t) => {
  // Plugins of earlier versions have a string in place of a reference.
  for (const tries of [settingRef<number>('AUTH_RATE_LIMIT'), 'authRateLimit' as never]) {
    const { step } = createRateLimits(null, ((ref: object) => {
      t.match(ref, { name: 'AUTH_RATE_LIMIT' })
      return 1
    }) as ReadSetting)
    const limited = step({ group: 'auth', tries, seconds: 60 })
    const { signal } = new AbortController()
    const ctx = {
      state: { request: { address: '192.0.2.1', signal, admission: null } },
    } as unknown as Context
    const ask = async () => limited(ctx, () => Promise.resolve())
    await ask()
    await t.rejects(ask, { code: 'RATE_LIMITED', message: /\(AUTH_RATE_LIMIT\)/ })
  }
})
