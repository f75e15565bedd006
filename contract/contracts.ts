/** A name of a contract's entries that the next contract dropped or changed. */
export interface ContractChange {
  /** The exported name, or a member of it: `series`, `Ask.rows`. */
  readonly name: string
  /** What to write instead, without a full stop: `use rowsOf(question)`. */
  readonly fix: string
}

/** A contract between the service and its plugins. */
export interface Contract {
  readonly number: number
  /** The version of Sextant that introduced it. */
  readonly since: string
  /** Whether this service loads a plugin that was written for it. */
  readonly loads: boolean
  /** What a plugin for the contract before must change. */
  readonly changes: readonly ContractChange[]
}

/**
 * All contracts, oldest first; the last is the service's own (`contractNumber`). docs/plugin-contract.md says when a
 * change requires another one, which is then added here with its changes.
 */
export const contracts: readonly Contract[] = [
  {
    number: 1,
    since: '0.1.0',
    loads: true,
    // Names that the entries had before their first release.
    changes: [
      { name: 'clientTime', fix: 'use(clientTimes).read(value)' },
      { name: 'withoutSkew', fix: 'use(clientTimes).corrected(timestamp, sentAt, received)' },
      { name: 'sqlAccess', fix: "use raisedBy(settingRef('SQL_MIN_ROLE'))" },
    ],
  },
]
