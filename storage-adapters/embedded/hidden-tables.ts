import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Hides table definitions from the engine. At its start the engine reads the definition of every table, also
 * of detached ones (1.5 ms of processor time a workspace), but skips files that end in `.sql.bak`:
 *
 *     running, loaded      events_v1.sql
 *     hidden at a start    events_v1.sql.bak
 *     attached again       events_v1.sql  events_v1.sql.bak  -attached.sql.bak
 *
 * To attach a hidden table, the caller passes its definition to the engine, which writes it to a new `.sql`
 * file. The note `-attached.sql.bak` then says that the other `.sql.bak` files are outdated; without it, a
 * table with both files was attached by an attempt that did not reach the others. The next start removes what
 * is outdated. Every step is a rename or a removal, so a kill leaves one of these states.
 */
const definition = '.sql'
const hidden = '.sql.bak'
const detached = '.sql.detached'
const note = `-attached${hidden}`

/** The changes of files, so that tests can end after any of them. */
export interface FileActions {
  readonly rename: (from: string, to: string) => void
  readonly remove: (path: string) => void
}

const onDisk: FileActions = { rename: renameSync, remove: rmSync }

/** Where the engine finds hidden definitions; paths are relative to its working directory. */
export interface HiddenDefinitions {
  /** Returns a pattern that matches the files of a database. */
  files(database: string): string
  /** Returns the file whose existence says that all tables of these files are attached. */
  note(database: string): string
}

/** Returns the paths for an engine whose working directory is beside its data folder. */
export const hiddenDefinitions: HiddenDefinitions = {
  files: (database) => `../data/metadata/${database}/*${hidden}`,
  note: (database) => `../data/metadata/${database}/${note}`,
}

const missing: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/** Returns the files of a database; none if it has no folder. */
function filesOf(database: string): readonly string[] {
  try {
    return readdirSync(database)
  } catch (error) {
    if (missing.has((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}

/** Removes outdated files. Returns the remaining ones. The note goes last: a later run must still see it. */
function settled(database: string, { remove }: FileActions): readonly string[] {
  const files = filesOf(database)
  if (!files.includes(note)) return files
  for (const file of files) if (file.endsWith(hidden) && file !== note) remove(join(database, file))
  remove(join(database, note))
  return files.filter((file) => !file.endsWith(hidden))
}

/**
 * Hides the tables of all databases with a matching name. The engine must not be running.
 * @param data the engine's folder
 */
export function hideTables(data: string, databases: RegExp, actions = onDisk): void {
  const metadata = join(data, 'metadata')
  for (const name of filesOf(metadata)) {
    if (!databases.test(name)) continue
    const database = join(metadata, name)
    for (const file of settled(database, actions))
      if (file.endsWith(detached)) actions.remove(join(database, file))
      else if (file.endsWith(definition))
        actions.rename(join(database, file), join(database, file.slice(0, -definition.length) + hidden))
  }
}

/**
 * Reverts hideTables for all databases. The engine must not be running.
 * @param data the engine's folder
 */
export function showTables(data: string, actions = onDisk): void {
  const metadata = join(data, 'metadata')
  for (const name of filesOf(metadata)) {
    const database = join(metadata, name)
    const files = settled(database, actions)
    for (const file of files) {
      if (!file.endsWith(hidden)) continue
      const shown = file.slice(0, -hidden.length) + definition
      if (files.includes(shown)) actions.remove(join(database, file))
      else actions.rename(join(database, file), join(database, shown))
    }
  }
}
