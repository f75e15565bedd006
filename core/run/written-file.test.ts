import t from 'tap'
import { ServiceError, type ExportRow, type RowExporter } from '../../contract/index.js'
import { writtenFile, type FileLimits } from './written-file.js'

/** Rows that note how many were read and whether they were closed. */
function source(count: number, failsAt = Infinity) {
  const seen = { read: 0, closed: 0 }
  const rows: AsyncIterable<ExportRow> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        if (seen.read === failsAt) throw new ServiceError('TIMEOUT', 'too slow')
        return seen.read < count ? { done: false, value: [seen.read++] } : { done: true, value: undefined }
      },
      async return() {
        seen.closed += 1
        return { done: true, value: undefined }
      },
    }),
  }
  return { seen, rows }
}

async function* lines(rows: AsyncIterable<ExportRow>): AsyncGenerator<Uint8Array> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

const file = (
  { rows }: ReturnType<typeof source>,
  write: RowExporter['write'] = lines,
  limits: FileLimits = { bytes: 1_000 },
) =>
  writtenFile(
    {
      plugin: 'acme',
      definition: { name: 'lines', summary: 'Lines', mediaType: 'text/plain', extension: 'txt', write },
    },
    { columns: [{ name: 'n', data_type: 'int' }], rows },
    limits,
  )
const textOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}
const wrong = (write: unknown): RowExporter['write'] => write as RowExporter['write']

t.test('rows are read as the chunks are taken', async (t) => {
  const whole = source(3)
  t.equal(await textOf(file(whole)), '[0]\n[1]\n[2]\n')
  t.equal(whole.seen.closed, 1)
  const some = source(Infinity)
  const chunks = file(some)
  for (let n = 0; n < 5; n++) await chunks.next()
  t.equal(some.seen.read, 5)
  await chunks.return()
  t.equal(some.seen.closed, 1)
  t.equal(await textOf(file(source(0))), '')
})

t.test('an exporter at fault is named, and the rows are closed', async (t) => {
  const faults: readonly (readonly [RowExporter['write'], RegExp])[] = [
    [
      () => {
        throw new Error('no pen')
      },
      /: no pen$/,
    ],
    [
      async function* (rows) {
        for await (const row of rows) {
          if (row.length > 0) throw new Error('no ink')
          yield Buffer.from('')
        }
      },
      /: no ink$/,
    ],
    [wrong(() => 'text'), /: write returned something that is not an async iterable$/],
    [wrong(() => null), /: write returned something that is not an async iterable$/],
    [
      wrong(async function* () {
        yield 'text'
      }),
      /: yielded something that is not bytes$/,
    ],
    [
      async function* () {
        yield Buffer.from('header')
      },
      /: ended before the last row$/,
    ],
    [
      async function* (rows) {
        for await (const row of rows) {
          yield Buffer.from(JSON.stringify(row))
          return
        }
      },
      /: ended before the last row$/,
    ],
  ]
  for (const [write, message] of faults) {
    const rows = source(2)
    await t.rejects(textOf(file(rows, write)), {
      message: new RegExp(`^plugin acme: exporter lines${message.source}`),
    })
    t.equal(rows.seen.closed, 1, message.source)
  }
})

t.test('one that hangs is given up, one that waits for rows is not', async (t) => {
  const hanging = source(2)
  // eslint-disable-next-line require-yield -- it never gets that far
  const never: RowExporter['write'] = async function* () {
    await new Promise(() => undefined)
  }
  await t.rejects(
    textOf(file(hanging, never, { bytes: 9, patience: 20 })),
    /lines: yielded nothing for 0.02 s/,
  )
  t.equal(hanging.seen.closed, 1)
  let give = (): void => undefined
  const gate = new Promise<void>((resolve) => (give = resolve))
  const slow: AsyncIterable<ExportRow> = {
    async *[Symbol.asyncIterator]() {
      await gate
      yield [1]
    },
  }
  const text = textOf(file({ ...source(0), rows: slow }, lines, { bytes: 9, patience: 4 }))
  setTimeout(give, 50)
  t.equal(await text, '[1]\n')
})

t.test('errors of the storage and limits stay what they are', async (t) => {
  await t.rejects(textOf(file(source(5, 2))), { code: 'TIMEOUT', message: 'too slow' })
  const swallowing: RowExporter['write'] = async function* (rows) {
    try {
      yield* lines(rows)
    } catch {
      yield Buffer.from('all well')
    }
  }
  await t.rejects(textOf(file(source(5, 2), swallowing)), { message: 'too slow' }, 'also if it is swallowed')
  await t.rejects(textOf(file(source(Infinity), lines, { bytes: 40 })), { code: 'TIMEOUT' })
  const picky: RowExporter['write'] = () => {
    throw new ServiceError('VALIDATION_ERROR', 'too many columns')
  }
  await t.rejects(textOf(file(source(1), picky)), { code: 'VALIDATION_ERROR' })
})
