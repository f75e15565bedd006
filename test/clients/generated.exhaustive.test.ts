import { Validator } from '@seriousme/openapi-schema-validator'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { root } from '../arch/source-files.js'
import { temporaryFolder } from '../arch/run-tool.js'
import { testService } from '../support/service.js'

/** Clients that common generators make of the document of a running service. */
const service = await testService(t)
const { id: workspace, ingestKey } = await service.workspace()
const document = (await service.call('GET', '/api/v1/openapi.json')).body as Record<string, unknown>
const folder = temporaryFolder(t)
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }')

const run = async (program: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, program), ...args], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${program}\n${stdout.slice(0, 5000)}${stderr.slice(0, 5000)}`)
  })
  return stdout
}
const packages = 'test/clients/node_modules'

/** Compiles files strictly. The types of Node are left out: generated clients run in browsers too. */
const compile = (name: string, files: readonly string[], more: object = {}): Promise<string> => {
  const compilerOptions = {
    ...{ target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], types: [], strict: true },
    ...{ module: 'commonjs', moduleResolution: 'bundler', outDir: 'js', rootDir: '.' },
    // The compiler's own declarations are not under test.
    skipDefaultLibCheck: true,
    ...more,
  }
  writeFileSync(join(folder, name), JSON.stringify({ compilerOptions, files }))
  return run('node_modules/typescript/bin/tsc', '-p', name)
}

await t.test('the document is valid OpenAPI 3.1', async (t) => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  t.ok(valid, JSON.stringify(errors))
  t.equal(validator.version, '3.1')
  const broken = { ...structuredClone(document), info: {} }
  t.notOk((await new Validator().validate(broken)).valid, 'a document without its title is invalid')
})

await t.test('the clients of two generators compile strictly, and call the service', async (t) => {
  await run(`${packages}/@hey-api/openapi-ts/bin/run.js`, '-i', 'openapi.json', '-o', 'hey', '--no-log-file')
  const generator = `${packages}/swagger-typescript-api/dist/cli.mjs`
  await run(generator, 'generate', '--path', 'openapi.json', '--output', 'swagger', '--name', 'api.ts')
  const file = join(folder, 'swagger/api.ts')
  // The generator tells the compiler to look away.
  writeFileSync(file, readFileSync(file, 'utf8').replace('// @ts-nocheck', ''))
  copyFileSync(join(root, 'test/clients/generated/use.ts'), join(folder, 'use.ts'))
  await compile('tsconfig.json', ['use.ts'])

  const at = (day: number) => `2026-03-0${day}T09:00:00Z`
  await service.call('POST', '/v1/events', {
    token: ingestKey,
    body: [
      { event: 'signup', device_id: 'd1', timestamp: at(8) },
      { event: 'signup', device_id: 'd2', timestamp: at(8) },
      { event: 'purchase', device_id: 'd1', timestamp: at(9) },
    ],
  })
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(folder, 'js/use.js'),
    ...[service.base, service.token, workspace],
  ])
  t.strictSame(stdout.trim().split('\n'), ['2 2 1', '2 Sales', 'VALIDATION_ERROR'])
})

t.test('sextant/client compiles for browsers, with and without openapi-fetch', async (t) => {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/sextant'), 'dir')
  symlinkSync(join(root, packages, 'openapi-fetch'), join(folder, 'node_modules/openapi-fetch'), 'dir')
  writeFileSync(
    join(folder, 'page.ts'),
    `import createFetchClient from 'openapi-fetch'
import { createClient, queryOf, type paths, type Schemas } from 'sextant/client'
const other = createFetchClient<paths>({ baseUrl: '', querySerializer: queryOf })
export const both = async (): Promise<readonly (Schemas['SeriesResponse'] | undefined)[]> => [
  await createClient({ url: '' }).get('/api/v1/metrics/dau', { query: { range: '7d' } }),
  (await other.GET('/api/v1/metrics/dau', { params: { query: { range: '7d' } } })).data,
]
`,
  )
  const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true }
  await compile('tsconfig.page.json', ['page.ts'], strictest)
  await t.rejects(
    compile('tsconfig.wrong.json', ['wrong.ts'], strictest),
    /wrong\.ts/,
    'a file that does not compile is seen',
  )
})
