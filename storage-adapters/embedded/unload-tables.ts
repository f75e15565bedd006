import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Marks the tables of these databases as `DETACH TABLE … PERMANENTLY` does: the engine does not load a table
 * with such a file next to its definition, and removes the file on `ATTACH TABLE`. The engine must not be
 * running. An engine that does not know such files loads the tables as usual.
 * @param data the engine's folder
 */
export function unloadTables(data: string, databases: RegExp): void {
  const metadata = join(data, 'metadata')
  if (!existsSync(metadata)) return
  for (const { name } of readdirSync(metadata, { withFileTypes: true })) {
    const database = join(metadata, name)
    if (!databases.test(name) || !existsSync(database)) continue
    for (const file of readdirSync(database))
      if (file.endsWith('.sql')) closeSync(openSync(join(database, `${file}.detached`), 'a', 0o600))
  }
}
