import t from 'tap'
import { contractNumber, contracts, type Contract } from '../../contract/index.js'
import { contractProblem, missingExport } from './check-contract.js'
import { loadPlugins } from './load-plugins.js'
import { plugin } from '../../test/support/make-plugin.js'

/** A service of contract 3 that loads plugins for 2 and 3. */
const later: readonly Contract[] = [
  { number: 1, since: '0.1.0', loads: false, changes: [] },
  { number: 2, since: '0.2.0', loads: true, changes: [{ name: 'rows', fix: 'use rowsOf(question)' }] },
  {
    number: 3,
    since: '0.3.0',
    loads: true,
    changes: [
      { name: 'Ask.role', fix: 'use ask.caller.role' },
      { name: 'open', fix: 'use anyone' },
    ],
  },
]

t.test('a plugin for an earlier contract loads or is told what to change', async (t) => {
  const load = (contract: number, known?: readonly Contract[]) => () =>
    loadPlugins([plugin('p', undefined, { contract })], known)
  t.doesNotThrow(load(3, later))
  t.doesNotThrow(load(2, later), 'the contract before, which the service still loads')
  t.throws(load(1, later), {
    name: 'RegistrationError',
    message:
      'plugin p: contract: must be 2 or 3, not 1; for contract 2 rows: use rowsOf(question); ' +
      'for contract 3 Ask.role: use ask.caller.role, open: use anyone; then set contract: 3 (docs/plugin-contract.md)',
  })
  t.throws(load(4, later), { message: /: must be 2 or 3, not 4; it requires a newer Sextant$/ })
  t.throws(load(0), { message: /: must be 1, not 0; set contract: 1 \(docs\/plugin-contract\.md\)$/ })
  t.match(contractProblem(undefined as never), 'must be 1, not undefined; set contract: 1')
  t.throws(load(contractNumber + 1), { message: /requires a newer Sextant/ })
})

t.test('the list of contracts', async (t) => {
  t.equal(contracts.at(-1)?.number, contractNumber, 'ends with the one of this service')
  t.equal(contracts.at(-1)?.loads, true)
  t.strictSame(
    contracts.map(({ number }) => number),
    contracts.map((_, index) => index + 1),
    'has no gap',
  )
  for (const { number, loads, changes } of contracts)
    if (number > 1) t.ok(loads || changes.length > 0, `contract ${number} says what to change`)
})

t.test('a name that an entry no longer exports', async (t) => {
  const said = (name: string): string =>
    `The requested module 'sextant/plugin' does not provide an export named '${name}'`
  t.equal(missingExport(said('open'), later), 'sextant/plugin exports no open; since contract 3: use anyone')
  t.equal(
    missingExport(said('frob'), later),
    'sextant/plugin exports no frob; docs/plugin-contract.md lists its names',
  )
  t.equal(missingExport(said('open').replace('sextant/plugin', 'koa'), later), null)
  t.equal(missingExport('Unexpected token', later), null)
})
