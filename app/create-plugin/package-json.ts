import type { PluginKind, PluginNames } from './names.js'

/** package.json of the service: the versions that a plugin is compiled and tested with are its own. */
export interface ServicePackage {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

interface Given {
  readonly names: PluginNames
  readonly kind: PluginKind
  /** What npm installs as `sextant`. */
  readonly spec: string
  readonly service: ServicePackage
}

/** Returns package.json of the plugin. */
export function packageJson({ names, kind, spec, service }: Given): string {
  const caret = (versions: Readonly<Record<string, string>>, name: string): Record<string, string> => ({
    [name]: `^${versions[name] ?? '*'}`,
  })
  const content = {
    name: names.npm,
    version: '0.1.0',
    description: descriptions[kind](names),
    keywords: ['sextant-plugin'],
    type: 'module',
    exports: { '.': { types: './build/index.d.ts', default: './build/index.js' } },
    files: [
      'build/**/*.js',
      'build/**/*.d.ts',
      ...(kind === 'feature' ? ['migrations'] : []),
      '!build/**/*.test.*',
    ],
    engines: service.engines,
    scripts: {
      build: 'tsc -p .',
      test: 'tsc -p . && node --test --test-reporter=spec build/*.test.js',
      watch: 'sextant dev --plugin . --test',
      dev: `sextant dev --plugin .${kind === 'storage' ? ` --storage ${names.plugin}` : ''}`,
      prepack: 'npm run build',
    },
    peerDependencies: { sextant: `>=${service.version}` },
    ...(kind !== 'storage' && { dependencies: caret(service.dependencies, 'typebox') }),
    devDependencies: {
      ...caret(service.devDependencies, '@types/node'),
      ...(kind === 'storage' && caret(service.devDependencies, 'fast-check')),
      sextant: spec,
      ...caret(service.devDependencies, 'typescript'),
    },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

const descriptions: Readonly<Record<PluginKind, (names: PluginNames) => string>> = {
  metric: ({ title }) => `${title}: a metric for Sextant`,
  feature: ({ title }) => `${title}: routes and tables for Sextant`,
  storage: ({ title }) => `${title}: a storage for Sextant`,
}
