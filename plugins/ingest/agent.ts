import { LRUCache } from 'lru-cache'
import parser from 'ua-parser-js'
import type { ContextValues } from './context.js'

/** The parser's expressions take their time with texts that no client sends. */
const longest = 512

const known = new LRUCache<string, ContextValues>({ max: 2_000 })

/**
 * The device columns of a User-Agent text: device_type (`desktop`, `mobile`, `tablet`, `smarttv`, `console`, `wearable`,
 * `embedded`), os, os_version, browser, browser_version; those that it tells. One longer than 512 characters is cut.
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
 * Is this the agent of a person's own device? Browsers begin with `Mozilla` or `Opera`, Android's apps with `Dalvik`, and
 * Apple's name CFNetwork; what servers send with (analytics-node, axios, python-requests, okhttp …) does not.
 */
export const isOwnDevice = (agent: string): boolean =>
  /^(?:Mozilla|Opera|Dalvik)\/|\bCFNetwork\//.test(agent.slice(0, longest))

/** Other names than the parser's where clients that tell their system themselves use them. */
const names: Readonly<Record<string, string>> = { 'Mac OS': 'macOS', 'Chromium OS': 'Chrome OS' }

function parse(text: string): ContextValues {
  const { os, browser, device } = parser(text)
  const system = os.name === undefined ? undefined : (names[os.name] ?? os.name)
  // The parser names no type where it sees an ordinary computer, nor where it knows nothing.
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

/** What a client says of itself, and beneath it what its agent says: a version only under the name it belongs to. */
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
  const [told, versionTold] = [agent[name], agent[version]]
  if (told === undefined) return
  if (result[name] === undefined && result[version] === undefined) result[name] = told
  if (result[version] !== undefined || versionTold === undefined) return
  if (result[name]?.toLowerCase() === told.toLowerCase()) result[version] = versionTold
}
