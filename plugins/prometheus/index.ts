import Type from 'typebox'
import {
  contractNumber,
  definePlugin,
  errorShape,
  ingestKey,
  ingestService,
  invalid,
  keyWithoutWorkspace,
  Reply,
  type Ask,
  type BodyDecoder,
} from '../../contract/index.js'
import { examples } from './examples.js'
import { boundsService, createBounds } from './bounds.js'
import { snappyLength, unsnappy } from './snappy.js'
import { linesOf } from './translate.js'
import { Undecodable } from './undecodable.js'
import { readWriteRequest, type TimeSeries } from './write-request.js'

const megabyte = 1024 * 1024
/** Number of items that the ingest service accepts at once. */
const chunk = 10_000

/** POST /prometheus/api/v1/write: remote write 1.0. */
export const prometheus = definePlugin({
  name: 'prometheus',
  contract: contractNumber,
  after: ['ingest'],
  register(host) {
    host.examples(examples)
    host.service(boundsService, () => createBounds())
    host.route({
      method: 'POST',
      path: '/prometheus/api/v1/write',
      summary: 'Store samples of Prometheus remote write 1.0: a WriteRequest in a Snappy block',
      tag: 'Ingestion',
      access: ingestKey,
      raw: { limit: 10 * megabyte, inflatedLimit: 50 * megabyte, keeps: ['snappy'], decoder: snappy },
      status: 204,
      otherwise: { 415: SecondVersion },
      async handle(ask, { body, headers }) {
        if (isSecondVersion(headers['content-type'])) return new Reply(415, isSecond)
        await store(
          ask,
          readable(() => readWriteRequest(body instanceof Uint8Array ? body : new Uint8Array())),
        )
        return undefined
      },
    })
  },
})

const isSecondVersion = (contentType: string | string[] | undefined): boolean =>
  /proto\s*=\s*"?io\.prometheus\.write\.v2/i.test(String(contentType ?? ''))

const isSecond = {
  error: 'VALIDATION_ERROR',
  message: 'remote write 2.0 is not supported; set protobuf_message to prometheus.WriteRequest',
} as const
const SecondVersion = Type.Object(errorShape.properties, { examples: [isSecond] })

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Undecodable) throw invalid('body', error.message)
    throw error
  }
}

const snappy: BodyDecoder = {
  length: (body) => readable(() => snappyLength(body)),
  decode: (body) => readable(() => unsnappy(body)),
}

/** Stores the valid samples, then throws a 422 if any were rejected; clients do not send those again. */
async function store(ask: Ask, series: readonly TimeSeries[]): Promise<void> {
  const { workspace } = ask
  if (workspace === null) throw keyWithoutWorkspace()
  const [ingest, bounds] = [ask.use(ingestService), ask.use(boundsService)]
  const lines = linesOf(series, (key, given) => bounds.areAll(workspace, key, given))
  const faults: string[] = []
  for (let from = 0; from < lines.length; from += chunk) {
    const metrics = lines.slice(from, from + chunk)
    const receipt = await ingest.store(workspace, { metrics }, ask.now)
    for (const { index, error } of receipt.faults)
      faults.push(`${JSON.stringify(metrics[index]?.['name'])}: ${error}`)
  }
  const natives = series.filter(({ histograms }) => histograms > 0).length
  if (natives > 0) faults.push(`${natives} series are native histograms, which are not supported`)
  const [first] = faults
  if (first !== undefined)
    throw invalid('body', `all but ${faults.length} samples are stored; first error: ${first}`)
}
