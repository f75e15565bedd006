import { pageGroups, pageIcons, unknownName, type Access, type PageDefinition } from '../../contract/index.js'
import { isKebabCase } from './checks.js'
import { RegistrationError } from './registration-error.js'

/** Definitions may come from JavaScript, which has no compiler to report a wrong member. */
type Given = Partial<Readonly<Record<keyof PageDefinition, unknown>>>

const segment = /^(?::[A-Za-z][A-Za-z0-9_]*|[a-z0-9]+(?:-[a-z0-9]+)*)$/

/** Throws a RegistrationError if a page contradicts itself. Its files and its path among others are checked later. */
export function checkPage(plugin: string, definition: PageDefinition): void {
  const given: Given = definition
  const reject = (problem: string): never => {
    throw new RegistrationError(plugin, `page ${String(given.key)}`, problem)
  }
  const { key, path, group, icon } = given
  if (typeof key !== 'string' || !isKebabCase(key)) reject('its key must be kebab-case')
  for (const name of ['title', 'summary'] as const)
    if (typeof given[name] !== 'string' || given[name] === '') reject(`${name} is required`)
  if (group !== undefined && !(pageGroups as readonly unknown[]).includes(group))
    reject(unknownName('group', textOf(group), pageGroups))
  if (icon !== undefined && !(pageIcons as readonly unknown[]).includes(icon))
    reject(unknownName('icon', textOf(icon), pageIcons))
  if (typeof path !== 'string' || !path.startsWith('/')) return reject('its path must start with /')
  const [first = '', ...rest] = path.slice(1).split('/')
  for (const part of [first, ...rest])
    if (!segment.test(part)) reject(`its path has an invalid segment ${JSON.stringify(part)}`)
  if (first.startsWith(':')) reject('its path must not begin with a parameter')
  checkAccess(given.access, reject)
  checkFiles(given, reject)
}

const textOf = (given: unknown): string => (typeof given === 'string' ? given : typeof given)

function checkAccess(given: unknown, reject: (problem: string) => never): void {
  const access = (given ?? {}) as Access
  const fits =
    access.kind === 'global' ||
    (access.kind === 'workspace' && access.from === 'header' && access.people !== true)
  if (!fits) reject('its access must be inWorkspace(role), globally(role) or raisedBy(setting)')
}

function checkFiles({ module, styles = [], folder }: Given, reject: (problem: string) => never): void {
  if (!isFile(module, /\.m?js$/)) reject('module must be the file URL of a .js or .mjs file')
  if (!Array.isArray(styles) || !styles.every((one) => isFile(one, /\.css$/)))
    return reject('styles must be file URLs of .css files')
  if (folder === undefined) return
  if (!isFile(folder, /\/$/)) return reject('folder must be a file URL that ends with /')
  const outside = [module, ...styles].find(({ href }) => !href.startsWith(folder.href))
  if (outside !== undefined) reject(`${outside.pathname} must be below its folder ${folder.pathname}`)
}

const isFile = (value: unknown, ending: RegExp): value is URL =>
  value instanceof URL && value.protocol === 'file:' && ending.test(value.pathname)
