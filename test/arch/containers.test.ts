import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { settingNames } from '../../config/schema.js'
import { loadSettings } from '../../config/load.js'
import { readText, root } from './source-files.js'

/** No container engine runs here, so only what can be compared with the program without one is checked. */
interface Service {
  readonly build?: { readonly context: string; readonly args: Readonly<Record<string, string>> }
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: object
  readonly read_only?: boolean
  readonly tmpfs?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, object>>
}

const given = (text: string): string =>
  text.replaceAll(/\$\{\w+:\?[^}]+\}/g, 'a'.repeat(40)).replaceAll(/\$\{\w+:-\}/g, '')

t.test('compose files name what is there, under settings that the program takes', (t) => {
  for (const file of ['compose.yaml', 'compose.cluster.yaml']) {
    const { services, volumes } = parse(readText(file), { merge: true }) as Compose
    for (const [name, service] of Object.entries(services)) {
      const where = `${file}: ${name}`
      t.equal((service.build === undefined) !== (service.image === undefined), true, where)
      if (service.image !== undefined)
        t.match(
          service.image,
          /^\$\{[A-Z]+_IMAGE:-[a-z/-]+:\d[\d.]*\}$/,
          `${where} has a version, and can be pinned`,
        )
      for (const volume of service.volumes ?? [])
        t.ok(volume.split(':')[0]! in volumes, `${where}: ${volume}`)
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        const target = services[other]
        t.ok(target, `${where} waits for ${other}`)
        if (condition === 'service_healthy')
          t.ok(target?.healthcheck ?? target?.build, `${other} can tell that it is healthy`)
      }
      if (service.build === undefined) continue
      t.match(
        service,
        { read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
        `${where} may do nothing it need not`,
      )
      t.match(readText('Dockerfile'), 'ARG NODE_IMAGE=')
      const entries = Object.entries(service.environment ?? {})
      for (const [setting] of entries) t.ok((settingNames as readonly string[]).includes(setting), setting)
      const environment = Object.fromEntries(entries.map(([key, value]) => [key, given(value)]))
      const settings = loadSettings({
        environment: { ...environment, NODE_ENV: 'production' },
        file: null,
        directory: '/tmp',
      })
      for (const url of [...settings.clickhouseUrls, settings.databaseUrl ?? ''].filter((one) => one !== ''))
        t.ok(new URL(url).hostname in services, `${where}: ${new URL(url).hostname}`)
    }
  }
  t.end()
})

t.test('the Dockerfile copies and runs what the build makes', (t) => {
  const text = readText('Dockerfile')
  const command = /^CMD (\[.*\])$/m.exec(text)?.[1] ?? '[]'
  const [program, entry, verb] = JSON.parse(command) as string[]
  t.strictSame([program, verb], ['node', 'start'])
  t.ok(existsSync(join(root, entry ?? 'nothing')), `${entry ?? ''} is built`)
  const { engines } = JSON.parse(readText('package.json')) as { engines: { node: string } }
  for (const [, version] of text.matchAll(/^FROM node:(\d+)/gm)) t.match(engines.node, version)
  for (const [, names = ''] of text.matchAll(/^ENV (.*)$/gm))
    for (const pair of names.split(' ')) {
      const name = pair.split('=')[0] ?? ''
      t.ok(name === 'NODE_ENV' || (settingNames as readonly string[]).includes(name), name)
    }
  t.match(text, /^USER sextant$/m)
  t.end()
})
