import t from 'tap'
import { migrate } from './migrate.js'

t.test(
  'a folder of migrations that cannot be read names its plugin, before anything is asked of the database',
  async (t) => {
    const folder = (files: Record<string, string>): URL => new URL(`file://${t.testdir(files)}/`)
    const failing = (directory: URL): Promise<void> => migrate({} as never, {} as never, 'acme', directory)
    const named = 'the migrations of plugin acme cannot be read:'
    await t.rejects(failing(new URL('file:///no/such/folder/')), { message: new RegExp(`^${named} ENOENT`) })
    await t.rejects(failing(folder({ 'first.sql': '' })), {
      message: new RegExp(`^${named} .*must be named like`),
    })
    await t.rejects(failing(folder({ '0002-a.sql': '' })), { message: new RegExp(`^${named} .*number 0001`) })
  },
)
