import { spawnSync } from 'node:child_process'
import { Argument, Command, Option } from 'commander'
import { CommandError } from '../../contract/index.js'
import { createPlugin } from '../create-plugin/create.js'
import { checkFree, namesOf, pluginKinds, type PluginKind } from '../create-plugin/names.js'
import type { LoadSettings } from './settings.js'
import { say } from './terminal.js'

interface Options {
  readonly kind: PluginKind
  readonly from?: string
  readonly install?: boolean
}

export const createPluginCommand = (load: LoadSettings): Command =>
  new Command('create-plugin')
    .summary('write a new plugin, with a test')
    .description(
      'Writes a plugin in TypeScript into a new folder: sources, a test that passes, README and package.json with the ' +
        'scripts test, watch and dev. Nothing is overwritten.',
    )
    .addArgument(new Argument('<name>', 'the npm name in kebab-case; the folder gets it without a scope'))
    .addOption(new Option('--kind <kind>', 'what it is to add').choices(pluginKinds).makeOptionMandatory())
    .option(
      '--from <spec>',
      'the package sextant that it is developed with: a version, a folder or a tarball; by default the one that runs',
    )
    .option('--install', 'run npm install in the folder')
    .action((name: string, { kind, from, install = false }: Options) => {
      const names = namesOf(name)
      checkFree(names, kind, load.registry())
      const cwd = process.cwd()
      const { folder, isLinked } = createPlugin({ names, kind, from: from ?? null, cwd })
      say(`created ${names.folder} (${kind})`)
      // A link to a checkout is built already.
      const options = isLinked ? ['--ignore-scripts'] : []
      if (install) npmInstall(folder, options)
      say('')
      say(`  cd ${names.folder}`)
      if (!install) say(`  ${['npm install', ...options].join(' ')}`)
      say('  npm test        # the test passes')
      say('  npm run watch   # tests at every save')
      say('  npm run dev     # a service with demo data and this plugin, started again at every save')
    })

function npmInstall(folder: string, options: readonly string[]): void {
  const { status } = spawnSync('npm', ['install', ...options, '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  })
  if (status !== 0) throw new CommandError(`npm install failed in ${folder}; run it there again`)
}
