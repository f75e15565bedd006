import { createSecretKey } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT } from 'jose'
import t from 'tap'
import { loadSettings } from '../../config/load.js'
import { createOutsideTokens } from '../../plugins/auth/outside-tokens.js'
import { audience, issuer, keyServer, providerKey, providerToken, type Claims } from './key-server.js'
import { adminEmail, adminPassword, type TestService, testService } from '../support/service.js'
import { address } from '../support/send.js'

const rsa = await providerKey('rsa-1', 'RS256')
const ec = await providerKey('ec-1', 'ES256')
const stranger = await providerKey('rsa-1', 'RS256')
const strangerEc = await providerKey('ec-1', 'ES256')

/** A service that trusts the provider, with a viewer of one workspace. */
async function open(t: Parameters<typeof testService>[0], url: string) {
  const environment = { JWKS_URL: url, ISSUER: issuer, AUDIENCE: audience }
  const service: TestService = await testService(t, { environment })
  const { id } = await service.workspace()
  const body = { email: 'Viewer@example.com', password: 'a good password', role: 'viewer' }
  const made = await service.call('POST', '/api/v1/admin/users', { workspace: id, body })
  const me = (token: string) => service.call('GET', '/api/v1/auth/me', { token })
  return { service, id, user: String(made.body.data.id), me }
}

t.test('tokens of an outside provider', async (t) => {
  const server = await keyServer([rsa, ec])
  t.teardown(() => server.close())
  const { service, id, user, me } = await open(t, server.url)
  const email = 'viewer@EXAMPLE.com'

  await t.test('are their user’s, whatever the address’s case', async (t) => {
    t.equal(server.asked(), 0, 'nobody is asked before there is a token')
    for (const key of [rsa, ec]) {
      const token = await providerToken(key, { email, email_verified: true })
      const answer = await me(token)
      t.match(answer, { status: 200, body: { data: { user: { id: user, role: 'viewer' } } } }, key.alg)
      t.equal((await service.call('GET', '/api/v1/metrics/dau', { token, workspace: id })).status, 200)
      t.equal((await service.call('GET', '/api/v1/admin/users', { token, workspace: id })).status, 403)
      t.equal((await service.call('GET', '/api/v1/metrics/dau', { token, workspace: 'ws_none' })).status, 403)
      for (const path of ['logout', 'refresh'])
        t.match(await service.call('POST', `/api/v1/auth/${path}`, { token }), {
          status: 403,
          body: { message: /identity provider/ },
        })
      t.equal((await service.call('POST', '/v1/events', { token, body: '{}' })).status, 401)
    }
    t.equal(server.asked(), 1, 'the keys are kept')
  })

  await t.test('that are wrong in any part are none', async (t) => {
    const wrong: Readonly<Record<string, Claims>> = {
      'another issuer': { email, iss: 'https://id.example' },
      'another audience': { email, aud: 'other' },
      over: { email, lasts: -60 },
      'without an end': { email, lasts: null },
      'nobody’s': {},
      'of an address that is no text': { email: [email] },
      'without word of the address': { email, email_verified: undefined },
      'of another person with the address': { email, sub: 'another' },
      'of nobody in particular': { email, sub: '' },
      'without a subject': { email, sub: undefined },
      'valid for more than a day': { email, lasts: 86_400 + 60 },
      'of an unverified address': { email, email_verified: false },
      'of an address that is hardly verified': { email, email_verified: 'true' },
      'of an address that nobody here has': { email: 'nobody@example.com', sub: 'another' },
      'of no address': { email: 'viewer', sub: 'another' },
      'of an address that only looks the same': { email: 'viewer@example.com\u0000', sub: 'another' },
    }
    for (const [name, claims] of Object.entries(wrong))
      for (const key of [rsa, ec]) {
        const answer = await me(await providerToken(key, claims))
        t.match(answer, { status: 401, body: { error: 'UNAUTHORIZED' } }, `${name}, ${key.alg}`)
      }
    for (const key of [stranger, strangerEc])
      t.equal((await me(await providerToken(key, { email }))).status, 401, `${key.alg} of another’s key`)
    const good = await providerToken(rsa, { email })
    const [head = '', , signature = ''] = good.split('.')
    const claims = Buffer.from(
      JSON.stringify({ email: 'admin@example.com', iss: issuer, aud: audience, exp: 4e9 }),
    )
    t.equal((await me(`${head}.${claims.toString('base64url')}.${signature}`)).status, 401, 'another content')
  })

  await t.test('no confusion of algorithms opens a door', async (t) => {
    const published = await importJWK(rsa.jwk, 'RS256', { extractable: true })
    const pem = await exportSPKI(published as Parameters<typeof exportSPKI>[0])
    const claims = { email: 'admin@example.com', sub: 'usr_x', jti: 'ses_x' }
    const symmetric = async (secret: string, alg: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg, kid: rsa.id })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime('1h')
        .sign(createSecretKey(Buffer.from(secret)))
    for (const alg of ['HS256', 'HS512'])
      for (const secret of [pem, pem.trim(), JSON.stringify(rsa.jwk), rsa.jwk.n ?? ''])
        t.equal(
          (await me(await symmetric(secret.padEnd(64, '\n'), alg))).status,
          401,
          `${alg} by a public key`,
        )
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const end = { ...claims, iss: issuer, aud: audience, exp: 4e9 }
    const good = await providerToken(rsa, { email })
    for (const alg of [
      'none',
      'None',
      'NONE',
      '',
      'RS512',
      'PS256',
      'ES384',
      'EdDSA',
      'rs256',
      null,
      ['RS256'],
      7,
    ]) {
      const token = `${encode({ alg, kid: rsa.id })}.${encode(end)}`
      for (const signature of ['', good.split('.')[2] ?? ''])
        t.equal((await me(`${token}.${signature}`)).status, 401, `alg ${JSON.stringify(alg)}`)
    }
    const crossed = await providerToken(rsa, { email }, { kid: ec.id })
    t.equal((await me(crossed)).status, 401, 'an RSA token that names an EC key')
    const own = { ...stranger, id: 'mine' }
    for (const header of [{ jwk: stranger.jwk }, { jku: server.url }, { x5u: server.url }])
      t.equal(
        (await me(await providerToken(own, { email }, header))).status,
        401,
        String(Object.keys(header)),
      )
    t.ok(server.asked() <= 2, 'unknown key ids do not make us ask again and again')
  })

  await t.test('a changed role and a deleted user count at once', async (t) => {
    const token = await providerToken(ec, { email })
    const path = `/api/v1/admin/users/${user}`
    const admin = () => service.call('GET', '/api/v1/admin/users', { token, workspace: id })
    await service.call('PUT', path, { workspace: id, body: { role: 'admin' } })
    t.equal((await admin()).status, 200)
    t.equal((await service.call('DELETE', path, { workspace: id })).status, 204)
    t.equal((await admin()).status, 401)
  })
})

t.test('a provider that is down takes only its own tokens with it', async (t) => {
  const server = await keyServer([rsa])
  const known = await open(t, server.url)
  const fresh = await open(t, server.url)
  const token = await providerToken(rsa, { email: 'viewer@example.com' })
  t.equal((await known.me(token)).status, 200)
  const odds: readonly (NonNullable<Parameters<typeof server.answer>[0]> & { named?: RegExp })[] = [
    { status: 500, body: '' },
    { status: 200, body: 'no JSON' },
    { status: 200, body: '{"keys":7}' },
    { status: 302, body: '', location: server.url },
    {
      status: 200,
      body: JSON.stringify({ keys: [rsa.jwk], more: 'x'.repeat(1_000_000) }),
      named: /JWKS_MAX_BYTES/,
    },
  ]
  for (const { named = /could not be fetched/, ...odd } of odds) {
    server.answer(odd)
    const answer = await fresh.me(token)
    t.match(answer, { status: 503, body: { error: 'UNAVAILABLE', message: named } }, String(named))
    t.ok(Number(answer.headers.get('retry-after')) > 0)
  }
  await server.close()
  t.equal((await fresh.me(token)).status, 503)
  t.equal((await known.me(token)).status, 200, 'keys that are known still count')
  const body = { email: adminEmail, password: adminPassword }
  const login = await fresh.service.call('POST', '/api/v1/auth/login', {
    body,
    headers: { 'x-forwarded-for': address() },
  })
  t.equal((await fresh.me(String(login.body.data.token))).status, 200)
})

t.test('keys are replaced', async (t) => {
  const server = await keyServer([rsa])
  t.teardown(() => server.close())
  const settings = {
    jwksUrl: server.url,
    issuer,
    audience,
    outsideTokenMaxAge: 86_400,
    jwksMaxBytes: 1_000_000,
  }
  const next = await providerKey('rsa-2', 'RS256')
  const [before, after] = [
    await providerToken(rsa, { email: 'a@b' }),
    await providerToken(next, { email: 'a@b' }),
  ]
  const now = Date.now()
  const known = { issuer, subject: 'somebody', email: 'a@b' }

  const { verify: quick } = createOutsideTokens(settings, { cooldown: 0 })
  t.strictSame(await quick(before, now), known)
  server.publish([rsa, next])
  t.strictSame(await quick(after, now), known, 'a new key is fetched when it is first met')
  t.strictSame(await quick(before, now), known)
  server.publish([next])
  const { verify: forgetful } = createOutsideTokens(settings, { keysLast: 0, cooldown: 0 })
  t.strictSame(await forgetful(after, now), known)
  await t.rejects(forgetful(before, now), { code: 'UNAUTHORIZED' }, 'a key that was taken back')

  const { verify: slow } = createOutsideTokens(settings, { cooldown: 600_000 })
  t.strictSame(await slow(after, now), known)
  const asked = server.asked()
  for (let n = 0; n < 20; n++) await t.rejects(slow(before, now), { code: 'UNAUTHORIZED' })
  t.equal(server.asked(), asked, 'unknown ids are not worth a question each')
  t.strictSame(await slow(after, now + 605_000), known, 'ten seconds for clocks that differ')
  await t.rejects(slow(after, now + 615_000), { code: 'UNAUTHORIZED' }, 'after its end')
  const none = createOutsideTokens({ ...settings, jwksUrl: null, issuer: null, audience: null })
  t.strictSame(none.algorithms, [])
  await t.rejects(none.verify(after, now), { code: 'UNAUTHORIZED' })
})

t.test('the settings come together', (t) => {
  const load = (environment: Record<string, string>) => () =>
    loadSettings({ environment, file: null, directory: '/' })
  const all = { JWKS_URL: 'https://id.example/keys', ISSUER: issuer, AUDIENCE: audience }
  t.match(load(all)(), { jwksUrl: all.JWKS_URL, issuer, audience })
  for (const name of Object.keys(all)) {
    const some = Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))
    t.throws(load(some), /JWKS_URL, ISSUER and AUDIENCE: must be set together/)
  }
  t.throws(load({ ...all, JWKS_URL: 'file:///keys' }), /JWKS_URL: must be a URL/)
  t.end()
})

t.test('the own secret has 32 bytes, however many characters these are', async (t) => {
  const load = (JWT_SECRET: string) =>
    loadSettings({ environment: { JWT_SECRET }, file: null, directory: '/' }).jwtSecret
  for (const secret of ['x'.repeat(32), '\u20ac'.repeat(11)]) t.equal(load(secret), secret)
  for (const secret of ['x'.repeat(31), '\u20ac'.repeat(10)])
    t.throws(() => load(secret), { message: 'JWT_SECRET: must be a string of at least 32 bytes' })
})
