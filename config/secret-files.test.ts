import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { SettingsError } from './settings-error.js'
import { loadSettings } from './load.js'

const directory = t.testdir({
  jwt: 'a secret of the tokens of more than 32 bytes\n',
  database: 'postgres://me:pass@db/x\r\n',
  clickhouse: 'http://me:pass@ch:8123',
  password: ' correct horse ',
  token: 'scrape-scrape-scrape\n\n',
  short: 'short\n',
  empty: '\n',
})

const linesOf = (environment: Record<string, string>, file: string | null = null): readonly string[] => {
  try {
    loadSettings({ environment, file, directory })
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.lines
    throw error
  }
}

t.test('secrets are read from files', (t) => {
  const names = {
    JWT_SECRET_FILE: 'jwt',
    DATABASE_URL_FILE: join(directory, 'database'),
    CLICKHOUSE_URL_FILE: 'clickhouse',
    ADMIN_PASSWORD_FILE: 'password',
    METRICS_TOKEN_FILE: 'token',
  }
  const expected = {
    jwtSecret: 'a secret of the tokens of more than 32 bytes',
    databaseUrl: 'postgres://me:pass@db/x',
    clickhouseUrls: ['http://me:pass@ch:8123'],
    adminPassword: ' correct horse ',
    metricsToken: 'scrape-scrape-scrape',
  }
  const admin = { ADMIN_EMAIL: 'a@b.c', NODE_ENV: 'production' }
  t.match(loadSettings({ environment: { ...admin, ...names }, file: null, directory }), expected)
  const file = join(directory, 'settings.json')
  writeFileSync(file, JSON.stringify(names))
  t.match(loadSettings({ environment: admin, file, directory }), expected, 'named in the config file')
  const above = { ...admin, DATABASE_URL: 'postgres://other/x' }
  t.match(loadSettings({ environment: above, file, directory }), { databaseUrl: 'postgres://other/x' })
  rmSync(file)
  t.end()
})

t.test('files that hold no secret stop the start, with one line each', (t) => {
  t.strictSame(linesOf({ JWT_SECRET_FILE: 'nowhere', DATABASE_URL_FILE: '.', METRICS_TOKEN_FILE: 'empty' }), [
    'JWT_SECRET_FILE: the file cannot be read',
    'DATABASE_URL_FILE: the file cannot be read',
    'METRICS_TOKEN_FILE: the file is empty',
  ])
  t.strictSame(linesOf({ JWT_SECRET_FILE: 'jwt', JWT_SECRET: 'x'.repeat(32) }), [
    'JWT_SECRET and JWT_SECRET_FILE: set one of them, not both',
  ])
  t.strictSame(linesOf({ JWT_SECRET_FILE: 'jwt', JWT_SECRET: '', METRICS_TOKEN_FILE: '' }), [])
  t.strictSame(linesOf({ JWT_SECRET_FILE: 'short' }), ['JWT_SECRET: must be a string of at least 32 bytes'])
  const file = join(directory, 'settings.json')
  writeFileSync(file, JSON.stringify({ PUBLIC_URL_FILE: 'jwt' }))
  t.match(linesOf({}, file), [/^PUBLIC_URL_FILE: unknown setting/])
  rmSync(file)
  t.end()
})

t.test('who may see what, and how many proxies', (t) => {
  const of = (environment: Record<string, string>) => loadSettings({ environment, file: null, directory })
  t.match(of({}), { metricsPublic: true, docsPublic: true, trustProxy: 0, allowedHosts: [] })
  const production = { NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) }
  t.match(of(production), { metricsPublic: false, docsPublic: false })
  t.match(of({ ...production, METRICS_PUBLIC: 'true', DOCS_PUBLIC: 'true' }), {
    metricsPublic: true,
    docsPublic: true,
  })
  t.match(of({ METRICS_PUBLIC: 'false', DOCS_PUBLIC: 'false' }), { metricsPublic: false, docsPublic: false })
  const hops = ['true', 'false', '0', '3', '16'].map((TRUST_PROXY) => of({ TRUST_PROXY }).trustProxy)
  t.strictSame(hops, [1, 0, 0, 3, 16])
  for (const TRUST_PROXY of ['17', '-1', 'yes', '1.5', '10.0.0.0/8'])
    t.match(linesOf({ TRUST_PROXY }), [/^TRUST_PROXY: must be true, false or the number of proxies/])
  t.strictSame(of({ ALLOWED_HOSTS: 'a.example, [2001:db8::1]' }).allowedHosts, ['a.example', '[2001:db8::1]'])
  for (const ALLOWED_HOSTS of ['http://a.example', 'a.example:80', 'a b', '*.example', 'ä.example'])
    t.match(linesOf({ ALLOWED_HOSTS }), [/^ALLOWED_HOSTS: must be host names/])
  t.end()
})
