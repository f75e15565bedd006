import { request } from 'node:http'

/**
 * Sends one HTTP request to 127.0.0.1 over a connection of its own: a kept-alive one would delay the engine's
 * shutdown.
 * @returns status and body; rejects without a response within five seconds
 */
export function post(
  port: number,
  path: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: body ? 'POST' : 'GET',
      headers,
      agent: false,
      timeout: 5_000,
    }
    const outgoing = request(options, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (part: string) => (text += part))
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, text })
      })
      incoming.on('error', reject)
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error('no response within 5 s')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
