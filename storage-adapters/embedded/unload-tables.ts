import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Marks the tables of these databases as the engine itself does with `DETACH TABLE … PERMANENTLY`: it does not load a table with
 * such a file beside its definition, and removes the file with `ATTACH TABLE`. The engine must not be running. An engine
 * that knew no such files would load the tables as ever.
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
