import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTPayload } from 'jose'

/** A key of an identity provider: its private half signs, its public half is published under the id. */
export interface ProviderKey {
  readonly id: string
  readonly alg: 'RS256' | 'ES256'
  readonly privateKey: CryptoKey
  readonly jwk: JWK
}

export async function providerKey(id: string, alg: ProviderKey['alg']): Promise<ProviderKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { id, alg, privateKey, jwk: { ...(await exportJWK(publicKey)), kid: id, alg, use: 'sig' } }
}

export interface KeyServer {
  readonly url: string
  /** Publishes these keys from now on. */
  publish(keys: readonly ProviderKey[]): void
  /** Responds like this from now on; null responds with the keys. */
  answer(with_: { readonly status: number; readonly body: string; readonly location?: string } | null): void
  /** The number of requests. */
  asked(): number
  close(): Promise<void>
}

/** A provider's key server, on a port of its own. */
export async function keyServer(keys: readonly ProviderKey[]): Promise<KeyServer> {
  let published = keys
  let odd: Parameters<KeyServer['answer']>[0] = null
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    const body = odd?.body ?? JSON.stringify({ keys: published.map(({ jwk }) => jwk) })
    const headers = { 'content-type': 'application/json', ...(odd?.location && { location: odd.location }) }
    response.writeHead(odd?.status ?? 200, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/keys`,
    publish: (next) => void (published = next),
    answer: (next) => void (odd = next),
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const issuer = 'https://id.example/'
export const audience = 'sextant-tests'

export interface Claims {
  readonly email?: unknown
  readonly email_verified?: unknown
  readonly sub?: unknown
  readonly iss?: string
  readonly aud?: string
  /** Seconds from now; null for no expiry. */
  readonly lasts?: number | null
}

/** A token as the provider would issue it; any part can be overridden. */
export function providerToken(
  { id, alg, privateKey }: ProviderKey,
  { iss = issuer, aud = audience, lasts = 600, ...claims }: Claims,
  header: object = {},
): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000)
  const token = new SignJWT({ sub: 'somebody', email_verified: true, ...claims } as JWTPayload)
    .setProtectedHeader({ alg, kid: id, ...header })
    .setIssuer(iss)
    .setAudience(aud)
    .setIssuedAt(seconds - 3600)
  return (lasts === null ? token : token.setExpirationTime(seconds + lasts)).sign(privateKey)
}
