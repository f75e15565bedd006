import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import t, { type Test } from 'tap'
import { type ChannelContext, type SentMessage } from '../../contract/index.js'
import { isPublicAddress } from './public-address.js'
import { silentLog } from '../../test/support/silent-log.js'
import { webhookChannel } from './webhook.js'

const message: SentMessage = {
  id: 'msg_1',
  workspaceId: 'ws_1',
  type: 'alert.firing',
  severity: 'critical',
  title: 'Sign-ups fell',
  text: 'Below 10',
  link: null,
  data: { value: 3 },
  at: 1_000,
}

const contextOf = (anyAddress: boolean, signal = new AbortController().signal): ChannelContext =>
  ({ setting: () => anyAddress, signal, clock: () => 5_500, log: silentLog, attempt: 1 }) as never

/** A receiver that answers with the statuses in order. */
async function receiver(t: Test, ...statuses: number[]) {
  const requests: { headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      requests.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      const status = statuses.shift()
      if (status === undefined) return
      response.writeHead(status, { location: '/elsewhere' })
      response.end('a body that is not read')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/hook`, port, requests }
}

const secret = 'a secret of enough length'

t.test('a message is posted and signed', async (t) => {
  const { url, requests } = await receiver(t, 204, 200)
  await webhookChannel.send(message, { url, secret }, contextOf(true))
  const [first] = requests
  t.match(first?.headers, {
    'content-type': 'application/json',
    'webhook-id': 'msg_1',
    'webhook-timestamp': '5',
  })
  t.same(JSON.parse(first?.body ?? ''), {
    type: 'alert.firing',
    timestamp: '1970-01-01T00:00:01.000Z',
    data: {
      ...{ workspace_id: 'ws_1', severity: 'critical', title: 'Sign-ups fell', text: 'Below 10', link: null },
      details: { value: 3 },
    },
  })
  const expected = (key: Buffer | string, body = '') =>
    `v1,${createHmac('sha256', key).update(`msg_1.5.${body}`).digest('base64')}`
  t.equal(first?.headers['webhook-signature'], expected(secret, first?.body))
  const key = Buffer.from('twenty-four random bytes')
  const prefixed = `whsec_${key.toString('base64')}`
  await webhookChannel.send(message, { url, secret: prefixed }, contextOf(true))
  t.equal(requests[1]?.headers['webhook-signature'], expected(key, requests[1]?.body))
})

t.test('what a receiver answers', async (t) => {
  const { url, port, requests } = await receiver(t, 503, 429, 302, 410)
  const send = (signal?: AbortSignal) =>
    webhookChannel.send(message, { url, secret }, contextOf(true, signal))
  const where = `127.0.0.1:${port}`
  await t.rejects(send(), { name: 'ChannelError', message: `${where} answered 503`, permanent: false })
  await t.rejects(send(), { message: `${where} answered 429`, permanent: false })
  const moved = { message: `${where} answered 302; redirects are not followed`, permanent: true }
  await t.rejects(send(), moved)
  await t.rejects(send(), { message: `${where} answered 410`, permanent: true })
  t.equal(requests.length, 4, 'no redirect was followed')
  const controller = new AbortController()
  const silent = send(controller.signal)
  controller.abort()
  await t.rejects(silent, { name: 'ChannelError', permanent: false })
  const closed = { url: 'http://127.0.0.1:1/', secret }
  await t.rejects(webhookChannel.send(message, closed, contextOf(true)), {
    message: 'cannot reach 127.0.0.1:1: ECONNREFUSED',
  })
})

t.test('private addresses are rejected, also behind a name', async (t) => {
  const { port, requests } = await receiver(t, 200)
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    const url = `http://${host}:${port}/`
    await t.rejects(
      webhookChannel.send(message, { url, secret }, contextOf(false)),
      { name: 'ChannelError', permanent: true, message: /private or local address \(WEBHOOK_PRIVATE/ },
      host,
    )
    t.match(webhookChannel.check?.({ url, secret }, contextOf(false)), /url must have a public address/)
    t.equal(webhookChannel.check?.({ url, secret }, contextOf(true)), null)
  }
  t.equal(requests.length, 0)
  const check = (url: string) => webhookChannel.check?.({ url, secret }, contextOf(false))
  t.equal(check('https://hooks.example.com/x'), null)
  t.match(check('file:///etc/passwd'), /http or https/)
  t.match(check('nonsense'), /http or https/)
  t.match(check('https://user:pass@example.com/'), /no user and no password/)
})

t.test('which addresses are public', (t) => {
  const hidden = [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.8.9.1', '169.254.169.254', '172.31.0.1', '192.168.1.1'],
    ...['198.19.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fc00::1'],
    ...[
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      '2002:a00:1::',
      '2001:db8::1',
      'ff02::1',
      'x',
      '',
    ],
  ]
  for (const address of hidden) t.equal(isPublicAddress(address), false, address)
  for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1', '2a00:1450::1'])
    t.equal(isPublicAddress(address), true, address)
  t.end()
})
