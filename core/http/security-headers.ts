import helmet from 'koa-helmet'
import type { Step } from './context.js'

/**
 * Pages load only what this service serves. No HSTS and no upgrade to https: whether there is TLS, and for
 * which names, is up to the proxy.
 */
const directives = {
  defaultSrc: ["'self'"],
  baseUri: ["'none'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
}

/** The policy as a string, for pages with all their styles in files. */
export const pagePolicy = Object.entries(directives)
  .map(([name, sources]) => `${name.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} ${sources.join(' ')}`)
  .join(';')

/** Swagger UI adds inline styles to its page. */
const styleSrc = [...directives.styleSrc, "'unsafe-inline'"]

export const securityHeaders = (): Step =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { ...directives, styleSrc } },
    strictTransportSecurity: false,
  }) as Step
