import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/**
 * Returns a loopback port that is free now. Another process may take it before it is used, so the caller must
 * be ready to retry.
 */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
