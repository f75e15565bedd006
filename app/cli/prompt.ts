import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartError } from '../start-error.js'

/** On a terminal, prompts twice without echo; else returns the first line of standard input. */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine()
  const password = await askHidden('Password: ')
  if ((await askHidden('Repeat password: ')) !== password) throw new StartError('the passwords differ')
  return password
}

async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(question)
  const interrupted = new Promise<never>((_, reject) =>
    reader.once('SIGINT', () => reject(new StartError('interrupted'))),
  )
  try {
    return await Promise.race([reader.question(''), interrupted])
  } finally {
    reader.close()
    process.stderr.write('\n')
  }
}

async function firstLine(): Promise<string> {
  const reader = createInterface({ input: process.stdin })
  for await (const line of reader) {
    reader.close()
    return line
  }
  return ''
}
