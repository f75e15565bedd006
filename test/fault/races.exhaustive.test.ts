import t from 'tap'
import { type TestService, testService } from '../support/service.js'
import { address } from '../support/send.js'
import pg from 'pg'

/** Concurrent operations on a real Postgres: which one wins is open, but exactly one must. */
const crowd = 50
const password = 'a good password'

const service: TestService = await testService(t, {
  environment: {
    ADMIN_SETS_PASSWORDS: 'true',
  },
})
const records = new pg.Client({ connectionString: service.recordsUrl })
await records.connect()
t.teardown(() => records.end())

const from = (): Readonly<Record<string, string>> => ({ 'x-forwarded-for': address() })
const count = async (sql: string, ...values: unknown[]): Promise<number> =>
  Number((await records.query<{ n: string }>(`SELECT count(*) AS n FROM sextant.${sql}`, values)).rows[0]?.n)
const together = <T>(make: (index: number) => Promise<T>): Promise<readonly T[]> =>
  Promise.all(Array.from({ length: crowd }, (_, index) => make(index)))
const tally = (statuses: readonly number[]): Readonly<Record<number, number>> =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((one) => [one, statuses.filter((status) => status === one).length]),
  )

async function newUser(
  workspace: string,
  email: string,
  role: string,
): Promise<{ id: string; token: string }> {
  const body = { email, password, role }
  const made = await service.call('POST', '/api/v1/admin/users', { workspace, body })
  const login = await service.call('POST', '/api/v1/auth/login', {
    body: { email, password },
    headers: from(),
  })
  return { id: String(made.body.data.id), token: String(login.body.data.token) }
}

await t.test('one slug', async (t) => {
  const slugs = ['one-slug', 'ONE-slug', 'One-Slug']
  const answers = await together((index) =>
    service.call('POST', '/api/v1/user/workspaces', { body: { name: 'x', slug: slugs[index % 3] } }),
  )
  t.strictSame(tally(answers.map(({ status }) => status)), { 201: 1, 409: crowd - 1 })
  t.equal(await count(`workspaces WHERE lower(slug) = 'one-slug'`), 1)
  t.equal(await count(`audit WHERE action = 'workspace.created' AND lower(details->>'slug') = 'one-slug'`), 1)
})

await t.test('one invite', async (t) => {
  const { id } = await service.workspace()
  for (const email of ['new@example.com', 'known@example.com']) {
    if (email.startsWith('known')) await newUser((await service.workspace()).id, email, 'viewer')
    const body = { email, role: 'editor', workspace_id: id }
    const invites = await together(() => service.call('POST', '/api/v1/admin/workspace/invites', { body }))
    t.strictSame(tally(invites.map(({ status }) => status)), { 201: crowd }, 'invited again and again')
    const ids = new Set(invites.map((answer) => String(answer.body.data.id)))
    t.equal(ids.size, 1)
    t.equal(await count('invites WHERE email = $1', email), 1)
    const [token] = await Promise.all(
      invites.map(async (answer) => {
        const path = new URL(String(answer.body.data.invite_url)).pathname
        const shown = await service.call('GET', path, { token: null, headers: from() })
        return shown.status === 200 ? path : null
      }),
    ).then((paths) => paths.filter((path) => path !== null))
    const before = await count('sessions s JOIN sextant.users u ON u.id = s.user_id WHERE email = $1', email)
    const accepted = await together(() =>
      service.call('POST', `${token ?? ''}/accept`, {
        token: null,
        body: { email, password },
        headers: from(),
      }),
    )
    t.strictSame(tally(accepted.map(({ status }) => status)), { 200: 1, 409: crowd - 1 }, email)
    t.equal(await count('users WHERE email = $1', email), 1)
    t.equal(
      await count(
        'members m JOIN sextant.users u ON u.id = m.user_id WHERE email = $1 AND workspace_id = $2',
        email,
        id,
      ),
      1,
    )
    const after = await count('sessions s JOIN sextant.users u ON u.id = s.user_id WHERE email = $1', email)
    t.equal(after - before, 1, 'one login')
  }
})

await t.test('one new user', async (t) => {
  const { id } = await service.workspace()
  const answers = await together((index) =>
    service.call('POST', '/api/v1/admin/users', {
      workspace: id,
      body: { email: index % 2 === 0 ? 'same@example.com' : 'SAME@example.com', password, role: 'viewer' },
    }),
  )
  t.strictSame(tally(answers.map(({ status }) => status)), { 201: 1, 409: crowd - 1 })
})

await t.test('the last two admins, against each other', async (t) => {
  for (let round = 0; round < 3; round++) {
    const { id } = await service.workspace()
    const admins = [
      await newUser(id, `a${round}@example.com`, 'admin'),
      await newUser(id, `b${round}@example.com`, 'admin'),
    ] as const
    // The platform user who created the workspace is also its admin: removed here.
    await records.query(
      `DELETE FROM sextant.members m USING sextant.users u
       WHERE u.id = m.user_id AND m.workspace_id = $1 AND u.role = 'platform'`,
      [id],
    )
    const outcomes = await together(async (index) => {
      const own = index % 2
      const [actor, other] = own === 0 ? admins : ([admins[1], admins[0]] as const)
      const path = `/api/v1/admin/users/${other.id}`
      const options = { workspace: id, token: actor.token }
      const answer =
        index % 4 < 2
          ? await service.call('PUT', path, { ...options, body: { role: 'viewer' } })
          : await service.call('DELETE', path, options)
      return { own, status: answer.status }
    })
    const won = new Set(outcomes.filter(({ status }) => status < 300).map(({ own }) => own))
    t.equal(won.size, 1, 'one of the two wins')
    const odd = outcomes.filter(({ status }) => ![200, 204, 401, 403, 404, 409].includes(status))
    t.strictSame(odd, [])
    const survivor = admins[[...won][0] ?? 0]
    t.equal(await count(`members WHERE workspace_id = $1 AND role = 'admin'`, id), 1)
    t.equal(
      await count(`members WHERE workspace_id = $1 AND user_id = $2 AND role = 'admin'`, id, survivor?.id),
      1,
    )
    const own = await service.call('PUT', `/api/v1/admin/users/${survivor?.id ?? ''}`, {
      workspace: id,
      token: survivor?.token ?? '',
      body: { role: 'viewer' },
    })
    t.equal(own.status, 409, 'the last one stays')
  }
})

await t.test('two platform users, against each other', async (t) => {
  const { id } = await service.workspace()
  const both = [
    await newUser(id, 'p@example.com', 'platform'),
    await newUser(id, 'q@example.com', 'platform'),
  ] as const
  const outcomes = await together(async (index) => {
    const own = index % 2
    const [actor, other] = own === 0 ? both : ([both[1], both[0]] as const)
    const { status } = await service.call('DELETE', `/api/v1/admin/users/${other.id}`, {
      workspace: id,
      token: actor.token,
    })
    return { own, status }
  })
  t.equal(outcomes.filter(({ status }) => status === 204).length, 1)
  t.strictSame(
    outcomes.filter(({ status }) => ![204, 401, 403, 404].includes(status)),
    [],
  )
  t.equal(
    await count(
      'users WHERE id = ANY($1)',
      both.map((one) => one.id),
    ),
    1,
  )
})

await t.test('a password that is changed while sessions are opened and renewed', async (t) => {
  const { id } = await service.workspace()
  const email = 'busy@example.com'
  const { token: kept } = await newUser(id, email, 'viewer')
  const login = (given: string) =>
    service.call('POST', '/api/v1/auth/login', {
      token: null,
      body: { email, password: given },
      headers: from(),
    })
  const open = await Promise.all(Array.from({ length: 10 }, () => login(password)))
  const refreshes = open.map(async (answer) => {
    const tokens = [String(answer.body.data.token)]
    for (;;) {
      const next = await service.call('POST', '/api/v1/auth/refresh', { token: tokens.at(-1) ?? '' })
      if (next.status !== 200) return tokens
      tokens.push(String(next.body.data.token))
    }
  })
  const logins = Array.from({ length: 10 }, () => login(password))
  const body = { current_password: password, new_password: 'a better password' }
  const changed = await service.call('POST', '/api/v1/auth/password', { token: kept, body, headers: from() })
  t.equal(changed.status, 200, JSON.stringify(changed.body))
  const tokens = [
    ...(await Promise.all(refreshes)).flat(),
    ...(await Promise.all(logins))
      .filter(({ status }) => status === 200)
      .map((answer) => String(answer.body.data.token)),
  ]
  t.ok(tokens.length > 10)
  const me = (token: string) => service.call('GET', '/api/v1/auth/me', { token }).then(({ status }) => status)
  t.strictSame(tally(await Promise.all(tokens.map(me))), { 401: tokens.length }, 'none of them works')
  t.equal(await me(kept), 200)
  t.equal((await login(password)).status, 401)
  t.equal((await login('a better password')).status, 200)
})
