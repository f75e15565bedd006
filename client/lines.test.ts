import t from 'tap'
import { createClient } from './index.js'

const bytes = new TextEncoder().encode('{"name":"Zoë"}\n\n{"name":"Łódź"}\n{"name":"last"}')
const names = ['Zoë', 'Łódź', 'last']

/** A stream of chunks of `size` bytes, which fails at its end if `broken`. */
function streamOf(size: number, { broken = false, cancelled = () => {} } = {}): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += size)))
        else if (broken) controller.error(new TypeError('terminated'))
        else controller.close()
      },
      cancel: cancelled,
    },
    { highWaterMark: 0 },
  )
}

const rows = (body: ReadableStream<Uint8Array>) =>
  createClient({ url: 'http://localhost', fetch: () => Promise.resolve(new Response(body)) }).sql<{
    name: string
  }>('SELECT name')

t.test('rows are read at any cut of the bytes', async (t) => {
  for (const size of [1, 2, 7, 1000]) {
    const read: string[] = []
    for await (const { name } of rows(streamOf(size))) read.push(name)
    t.strictSame(read, names, `${size} bytes a chunk`)
  }
})

t.test('a row is there before the rest has arrived', async (t) => {
  const first = await rows(streamOf(16, { broken: true })).next()
  t.strictSame(first.value, { name: 'Zoë' })
})

t.test('a broken stream is an error, not an end', async (t) => {
  const read: string[] = []
  await t.rejects(async () => {
    for await (const { name } of rows(streamOf(7, { broken: true }))) read.push(name)
  }, /terminated/)
  t.strictSame(read, names.slice(0, 2))
})

t.test('a reader that stops ends the request', async (t) => {
  let cancelled = false
  for await (const { name } of rows(streamOf(7, { cancelled: () => (cancelled = true) }))) {
    t.equal(name, 'Zoë')
    break
  }
  t.ok(cancelled)
})
