import { request } from 'node:http'

/**
 * One HTTP request to 127.0.0.1 over a connection of its own. A kept one would hold up the engine's end.
 * @returns status and body; rejects when nobody answers within five seconds
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
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer within 5 s')))
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
