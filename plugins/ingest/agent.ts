import { LRUCache } from 'lru-cache'
import parser from 'ua-parser-js'
import type { ContextValues } from './context.js'

/** In characters. The parser's regular expressions are slow on very long strings, which no client sends. */
const longest = 512

const known = new LRUCache<string, ContextValues>({ max: 2_000 })

/**
 * The device columns of a User-Agent string, as far as it has them: device_type (`desktop`, `mobile`, `tablet`,
 * `smarttv`, `console`, `wearable`, `embedded`), os, os_version, browser, browser_version. It is cut at 512 characters.
 */
export function readAgent(agent: string): ContextValues {
  const text = agent.slice(0, longest)
  const found = known.get(text)
  if (found !== undefined) return found
  const columns = Object.freeze(parse(text))
  known.set(text, columns)
  return columns
}

/**
 * True for the user agent of a person's own device. Browsers begin with `Mozilla` or `Opera`, Android apps with
 * `Dalvik`, and Apple apps contain `CFNetwork`; servers (analytics-node, axios, python-requests, okhttp …) do none of it.
 */
export function isOwnDevice(agent: string): boolean {
  if (agent === lastAgent) return lastIsOwn
  lastAgent = agent
  lastIsOwn = /^(?:Mozilla|Opera|Dalvik)\/|\bCFNetwork\//.test(agent.slice(0, longest))
  return lastIsOwn
}

/** The agent asked about last: all items of a request have the same. */
let lastAgent = ''
let lastIsOwn = false

/** Parser's names replaced by those that clients use when they send their system themselves. */
const names: Readonly<Record<string, string>> = { 'Mac OS': 'macOS', 'Chromium OS': 'Chrome OS' }

function parse(text: string): ContextValues {
  const { os, browser, device } = parser(text)
  const system = os.name === undefined ? undefined : (names[os.name] ?? os.name)
  // The parser returns no type both for an ordinary computer and for an unknown device.
  const type = device.type ?? (system !== undefined && computers.has(system) ? 'desktop' : undefined)
  return {
    ...(type === undefined ? {} : { device_type: type }),
    ...named('os', system, os.version),
    ...named('browser', browser.name, browser.version),
  }
}

const named = (
  column: 'os' | 'browser',
  name: string | undefined,
  version: string | undefined,
): ContextValues => {
  if (name === undefined) return {}
  return { [column]: name, ...(version === undefined ? {} : { [`${column}_version`]: version }) }
}

const computers: ReadonlySet<string> = new Set([
  ...[
    'Windows',
    'macOS',
    'Chrome OS',
    'Linux',
    'Ubuntu',
    'Debian',
    'Fedora',
    'Mint',
    'Arch',
    'SUSE',
    'CentOS',
  ],
  ...[
    'RedHat',
    'Gentoo',
    'Mageia',
    'Slackware',
    'FreeBSD',
    'OpenBSD',
    'NetBSD',
    'DragonFly',
    'Solaris',
    'Haiku',
  ],
])

/** `given` with missing columns filled from the user agent; a version is added only to the name it belongs to. */
export function underlay(given: ContextValues, agent: ContextValues): ContextValues {
  const result = { ...given }
  if (given.device_type === undefined && agent.device_type !== undefined)
    result.device_type = agent.device_type
  addNamed(result, agent, 'os', 'os_version')
  addNamed(result, agent, 'browser', 'browser_version')
  const nowhere = given.country === undefined && given.region === undefined && given.city === undefined
  if (nowhere && agent.country !== undefined) result.country = agent.country
  return result
}

function addNamed(
  result: { -readonly [K in keyof ContextValues]: ContextValues[K] },
  agent: ContextValues,
  name: 'os' | 'browser',
  version: 'os_version' | 'browser_version',
): void {
  const [agentName, agentVersion] = [agent[name], agent[version]]
  if (agentName === undefined) return
  if (result[name] === undefined && result[version] === undefined) result[name] = agentName
  if (result[version] !== undefined || agentVersion === undefined) return
  if (result[name]?.toLowerCase() === agentName.toLowerCase()) result[version] = agentVersion
}
