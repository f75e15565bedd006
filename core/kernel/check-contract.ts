import { contracts, type Contract, type ContractChange } from '../../contract/index.js'

const page = 'docs/plugin-contract.md'

const told = (number: number, changes: readonly ContractChange[]): string =>
  `for contract ${number} ${changes.map(({ name, fix }) => `${name}: ${fix}`).join(', ')}`

/**
 * Returns why a plugin for this contract cannot be loaded, with what its author must change; null if it can.
 *
 * Example, of a service whose contracts are 1 (no longer loaded), 2 and 3:
 *
 *     1: must be 2 or 3, not 1; for contract 2 rows: use rowsOf(question); then set contract: 3
 *     2, 3: null
 *     4: must be 2 or 3, not 4; it requires a newer Sextant
 */
export function contractProblem(contract: number, known: readonly Contract[] = contracts): string | null {
  const loaded = known.filter(({ loads }) => loads)
  if (loaded.some(({ number }) => number === contract)) return null
  const own = Math.max(...known.map(({ number }) => number))
  const must = `must be ${loaded.map(({ number }) => number).join(' or ')}, not ${contract}`
  if (contract > own) return `${must}; it requires a newer Sextant`
  const missed = known.filter(({ number, changes }) => number > contract && changes.length > 0)
  if (!known.some(({ number }) => number === contract) || missed.length === 0)
    return `${must}; set contract: ${own} (${page})`
  const steps = missed.map(({ number, changes }) => told(number, changes))
  return `${must}; ${steps.join('; ')}; then set contract: ${own} (${page})`
}

const missing = /requested module '(sextant\/[\w-]+)' does not provide an export named '(\w+)'/

/**
 * Returns what to change in a plugin that imports a name which an entry of the package lacks, from the message of its
 * failed import; null for any other message.
 */
export function missingExport(message: string, known: readonly Contract[] = contracts): string | null {
  const [, entry, name] = missing.exec(message) ?? []
  if (entry === undefined || name === undefined) return null
  const dropped = known.find(({ changes }) => changes.some((change) => change.name === name))
  const change = dropped?.changes.find((one) => one.name === name)
  const fix =
    dropped === undefined || change === undefined
      ? `${page} lists its names`
      : `since contract ${dropped.number}: ${change.fix}`
  return `${entry} exports no ${name}; ${fix}`
}
