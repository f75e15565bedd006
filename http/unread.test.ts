import { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { linger } from './linger.js'
import { refuseUnread } from './unread.js'

const refuse = refuseUnread((prefix) => `${prefix}1`)
async function answerTo(code: string): Promise<string> {
  const socket = new PassThrough()
  refuse(Object.assign(new Error('inside'), { code }), socket)
  return text(socket)
}

t.test('who sent too slowly may send again', async (t) => {
  const answer = await answerTo('ERR_HTTP_REQUEST_TIMEOUT')
  t.match(
    answer,
    /^HTTP\/1\.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nX-Request-ID: req_1\r\n/,
  )
  t.match(
    answer,
    /\r\n\r\n\{"error":"UNAVAILABLE","message":"the request took too long to arrive \(HEADERS_TIMEOUT\)"\}$/,
  )
})

t.test('what is no request is refused for good', async (t) => {
  for (const code of ['HPE_HEADER_OVERFLOW', 'HPE_INVALID_METHOD']) {
    const answer = await answerTo(code)
    t.match(answer, /^HTTP\/1\.1 422 Unprocessable Entity\r\n.*\r\n\r\n\{"error":"VALIDATION_ERROR"/s, code)
    t.notMatch(answer, /Retry-After|inside/, code)
  }
})

t.test('a socket that takes no answer is closed', (t) => {
  const socket = new PassThrough()
  socket.end()
  refuse(new Error('inside'), socket)
  t.ok(socket.destroyed)
  t.end()
})

t.test('a connection that goes on keeps nothing of a request it lingered behind', async (t) => {
  const socket = new Socket()
  t.teardown(() => socket.destroy())
  const before = socket.listenerCount('close')
  let looks = 0
  linger(socket, () => ++looks > 0)
  while (looks === 0) await pause(20)
  t.equal(socket.listenerCount('close'), before)
  t.notOk(socket.destroyed)
})
