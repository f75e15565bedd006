import { isIP } from 'node:net'
import {
  hostName,
  isOwnName,
  knowsItsNames,
  listensOnLoopback,
  ServiceError,
  type Settings,
} from '../contract/index.js'
import type { HttpContext, Step } from './context.js'

type Reach = Pick<Settings, 'host' | 'publicUrl' | 'allowedHosts' | 'trustProxy'>

/** Probes and scrapers use any host name, and these routes reveal nothing that a page could use. */
const underAnyName: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

export const isUnderAnyName = (path: string): boolean => underAnyName.has(path)

/**
 * Rejects requests that a web page elsewhere makes a browser send: from other sites, and under a host name
 * that the page's owner has pointed at this service (DNS rebinding). Ingestion accepts other sites and has no
 * such step.
 */
export function ownSite(path: string, settings: Reach): Step | null {
  if (isUnderAnyName(path)) return null
  return (ctx, next) => {
    checkHost(ctx, settings)
    checkSite(ctx, settings)
    return next()
  }
}

function checkHost(ctx: HttpContext, settings: Reach): void {
  const { host } = ctx.req.headers
  if (host === undefined || !knowsItsNames(settings)) return
  const name = hostName(host)
  if (name !== null && (isOwnName(settings, name) || isPlainAddress(settings, name))) return
  forbid('the name in the header Host is not one of this service; add it to ALLOWED_HOSTS or set PUBLIC_URL')
}

/** Rebinding requires a host name; an address in Host is the connection's or a proxy's. */
const isPlainAddress = (settings: Reach, name: string): boolean =>
  !listensOnLoopback(settings) && isIP(name) !== 0

/**
 * Browsers state the origin of a request, and no page can change it: Sec-Fetch-Site over https and on this
 * machine, Origin elsewhere. Following a link from another site is allowed.
 */
function checkSite(ctx: HttpContext, settings: Reach): void {
  const site = ctx.get('Sec-Fetch-Site')
  if (site === 'same-origin' || site === 'none') return
  const reads = ctx.method === 'GET' || ctx.method === 'HEAD'
  if (reads && ctx.get('Sec-Fetch-Mode') === 'navigate') return
  const origin = ctx.get('Origin')
  if (site === '' && (origin === '' || isOwnOrigin(ctx, origin, settings))) return
  forbid('requests from pages of other sites are rejected; only ingestion accepts them')
}

function isOwnOrigin(
  ctx: HttpContext,
  text: string,
  { publicUrl, allowedHosts, trustProxy }: Reach,
): boolean {
  if (!URL.canParse(text)) return false
  const { origin, host, hostname } = new URL(text)
  if (publicUrl !== null && new URL(publicUrl).origin === origin) return true
  const forwarded = trustProxy > 0 ? [ctx.get('X-Forwarded-Host')] : []
  const asked = [ctx.get('Host'), ...forwarded].map((one) => one.toLowerCase())
  return asked.includes(host) || allowedHosts.some((name) => hostName(name) === hostName(hostname))
}

function forbid(message: string): never {
  throw new ServiceError('FORBIDDEN', message)
}
