import { severities, type Message } from '../../contract/index.js'

const longest = { id: 200, title: 200, text: 10_000, link: 2_000 } as const
const mostDataBytes = 64 * 1024

/** Throws a TypeError if a plugin's message is not one: its title, text or data are too long, its link leads to no page. */
export function checkMessage(message: Message): void {
  const { id = 'new', workspaceId, type, severity, title, text, link = 'https://none', data = {} } = message
  for (const [name, value] of Object.entries({ id, workspaceId, type, title, text, link }))
    if (typeof (value as unknown) !== 'string' || value === '')
      throw wrong(`${name} must be a non-empty string`)
  for (const [name, value] of Object.entries({ id, title, text, link }))
    if (value.length > longest[name as keyof typeof longest])
      throw wrong(`${name} must have at most ${longest[name as keyof typeof longest]} characters`)
  if (/[\r\n]/.test(title)) throw wrong('title must be one line')
  if (!/^[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*$/.test(type)) throw wrong('type must be like alert.firing')
  if (!severities.includes(severity)) throw wrong(`severity must be one of ${severities.join(', ')}`)
  if (!/^https?:\/\//.test(link)) throw wrong('link must be an http or https address')
  if (Buffer.byteLength(JSON.stringify(data)) > mostDataBytes) throw wrong('data must have at most 64 KB')
}

const wrong = (problem: string): TypeError => new TypeError(`message: ${problem}`)
