import pg from 'pg'
import type { Reader } from './connect.js'

/** A connection without the second layer (the reader's rights), to prove that the tests would see a leak. */
export async function connectForTests(url: string): Promise<Reader> {
  const types = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig
  const client = new pg.Client({ connectionString: url, types })
  client.on('error', () => undefined)
  await client.connect()
  return {
    client,
    role: '',
    workspace: 0,
    pid: 0,
    isOpen: () => true,
    meter: { received: 0, most: Infinity, isOver: () => false },
  }
}
