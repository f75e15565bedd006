import Type, { type Static } from 'typebox'
import {
  definePlugin,
  ImportError,
  type FileImporter,
  type ImportInput,
  type ImportItem,
} from 'sextant/plugin'

const Options = Type.Object({
  event: Type.String({ default: 'request', description: 'the name of the events' }),
})

const line =
  /^(\S+) \S+ (\S+) \[(\d\d)\/(\w{3})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\] "(\S+) (\S+)[^"]*" (\d{3}) \S+(?: "[^"]*" "([^"]*)")?$/
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The combined log format of web servers: a request becomes an event. */
const accessLog: FileImporter<typeof Options> = {
  name: 'access-log',
  summary: 'the access log of a web server, in the combined log format',
  extensions: ['.log'],
  options: Options,
  detect: ({ bytes }) =>
    line.test(new TextDecoder().decode(bytes).split('\n', 1)[0] ?? '') ? 'certain' : 'no',
  read,
}

/** Reads on after the byte that the service names. */
async function* read({
  open,
  from,
  options,
}: ImportInput<Static<typeof Options>>): AsyncGenerator<ImportItem> {
  let { line: number, offset } = from
  let rest = ''
  const decoder = new TextDecoder()
  const item = (text: string, ending: number): ImportItem => {
    offset += new TextEncoder().encode(text).length + ending
    const place = { line: ++number, end: number, offset }
    try {
      return { ...place, json: JSON.stringify(eventOf(text, options.event)) }
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      return { ...place, error: error.message }
    }
  }
  for await (const chunk of open(from.offset)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield item(text, 1)
  }
  if (rest !== '') yield item(rest, 0)
}

function eventOf(text: string, event: string): object {
  const found = line.exec(text)
  if (found === null) throw new ImportError('the line is not in the combined log format')
  const [
    ,
    address = '',
    user,
    day = '',
    month = '',
    year = '',
    time = '',
    zone = '',
    method,
    path,
    status,
    agent = '',
  ] = found
  const date = `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day}`
  return {
    event,
    device_id: `${address} ${agent}`,
    ...(user !== '-' && { user_id: user }),
    timestamp: new Date(`${date}T${time}${zone.slice(0, 3)}:${zone.slice(3)}`).toISOString(),
    properties: { method, path, status: Number(status) },
  }
}

export const plugin = definePlugin({
  name: 'access-log',
  contract: 1,
  after: [],
  register: (host) => host.importer(accessLog),
})
