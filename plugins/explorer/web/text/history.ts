import { list } from './format.js'

/** What people read in history. */
export const historyText = {
  restoredVersionVersion: (version: number) => `Restored version ${version}`,
  historyOfName: (name: string) => `History of “${name}”`,
  noChangesYet: 'No changes yet.',
  restore: 'Restore',
  restoreVersionVersion: (version: number) => `Restore version ${version}`,
  restoredVersionRestored: (restored: number) => `Restored version ${restored}`,
  created: 'Created',
  changedFields: (fields: readonly string[]) => `Changed ${list(fields)}`,
  version: (version: number) => `Version ${version}`,
}
