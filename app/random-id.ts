import { randomFillSync } from 'node:crypto'

const idBytes = 16
/** Ids for which random bytes are drawn at once: a draw is a system call, and each request needs an id. */
const idsOfDraw = 128

/** Returns a function that creates ids: a prefix and 128 random bits, as 22 characters of base64url. */
export function createRandomId(): (prefix: string) => string {
  const drawn = Buffer.alloc(idBytes * idsOfDraw)
  let used = drawn.length
  return (prefix) => {
    if (used === drawn.length) {
      randomFillSync(drawn)
      used = 0
    }
    const from = used
    used += idBytes
    return prefix + drawn.toString('base64url', from, used)
  }
}
