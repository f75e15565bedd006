import { createServer, type Socket } from 'node:net'

export interface CaughtMail {
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as it was sent. */
  readonly text: string
}

/** An SMTP server that delivers nothing and keeps every message. */
export interface MailCatcher {
  /** smtp://127.0.0.1:<port> */
  readonly url: string
  readonly port: number
  readonly messages: readonly CaughtMail[]
  /** Returns the next message to this address, also one that has arrived already but was not returned. */
  next(to: string): Promise<CaughtMail>
  close(): Promise<void>
}

/** Listens on a free port of this machine, without TLS and accounts. */
export async function mailCatcher(): Promise<MailCatcher> {
  const messages: CaughtMail[] = []
  const returned = new Set<CaughtMail>()
  const waiting: (() => void)[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, (mail) => {
      messages.push(mail)
      waiting.splice(0).forEach((look) => look())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    messages,
    async next(to) {
      for (;;) {
        const found = messages.find((mail) => mail.to.includes(to) && !returned.has(mail))
        if (found !== undefined) {
          returned.add(found)
          return found
        }
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    async close() {
      sockets.forEach((socket) => socket.destroy())
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The lines of one client; RFC 5321 without extensions. */
function converse(socket: Socket, caught: (mail: CaughtMail) => void): void {
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  let pending = ''
  let from = ''
  let to: string[] = []
  let content: string[] | null = null
  const command = (line: string): void => {
    const verb = line.slice(0, 4).toUpperCase()
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (verb === 'MAIL') [from, to] = [address, []]
    if (verb === 'RCPT') to.push(address)
    if (verb === 'DATA') content = []
    say(verb === 'DATA' ? '354 end with a dot' : verb === 'QUIT' ? '221 bye' : '250 ok')
    if (verb === 'QUIT') socket.end()
  }
  const read = (line: string): void => {
    if (content === null) command(line)
    else if (line === '.') {
      caught(mailOf(from, to, content))
      content = null
      say('250 kept')
    } else content.push(line.startsWith('.') ? line.slice(1) : line)
  }
  socket.setEncoding('utf8')
  socket.on('data', (chunk: string) => {
    const lines = (pending + chunk).split('\r\n')
    pending = lines.pop() ?? ''
    lines.forEach(read)
  })
  say('220 mail catcher')
}

function mailOf(from: string, to: readonly string[], lines: readonly string[]): CaughtMail {
  const end = lines.indexOf('')
  const head = (end === -1 ? lines : lines.slice(0, end)).join('\r\n').replaceAll(/\r\n[ \t]+/g, ' ')
  const headers = Object.fromEntries(
    head.split('\r\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const text = end === -1 ? '' : lines.slice(end + 1).join('\n')
  return { from, to, subject: headers['subject'] ?? '', headers, text }
}
