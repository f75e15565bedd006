import { createHmac } from 'node:crypto'

/**
 * Returns the value of `webhook-signature` as Standard Webhooks defines it: HMAC-SHA256 over `<id>.<seconds>.<body>`. A secret with
 * the prefix `whsec_` is base64, any other one is taken as it is.
 */
export function signatureOf(
  secret: string,
  { id, seconds, body }: { readonly id: string; readonly seconds: number; readonly body: string },
): string {
  const prefix = 'whsec_'
  const key = secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret, 'utf8')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}
