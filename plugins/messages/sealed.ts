import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts settings of channels for the records (AES-256-GCM). */
export interface Seal {
  seal(value: object): string
  /** Throws if the text was sealed under another key. */
  open(text: string): unknown
}

const ivBytes = 12
const tagBytes = 16

/** @param key the service's key for tokens, from which the one for settings is derived */
export function createSeal(key: Uint8Array): Seal {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'sextant settings of channels', 32))
  return {
    seal(value) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', own, iv)
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64')
    },
    open(text) {
      const bytes = Buffer.from(text, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', own, bytes.subarray(0, ivBytes))
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const plain = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
      return JSON.parse(plain.toString('utf8')) as unknown
    },
  }
}
