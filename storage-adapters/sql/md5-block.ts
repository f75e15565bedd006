/** The 64 bytes that digest() reads, as 16 little-endian words. */
export const block = new Int32Array(16)

const [startA, startB, startC, startD] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476]

/** The digest that digest() wrote, as four big-endian words. */
export const words = new Int32Array(4)

/**
 * Writes the MD5 (RFC 1321) of a message of one block. The 64 steps are written out, with their constants, words and
 * shifts, because a loop takes three times as long: it looks those up in arrays. A step is two lines, the sum and its
 * rotation.
 */
export function digest(): void {
  const x0 = block[0] ?? 0
  const x1 = block[1] ?? 0
  const x2 = block[2] ?? 0
  const x3 = block[3] ?? 0
  const x4 = block[4] ?? 0
  const x5 = block[5] ?? 0
  const x6 = block[6] ?? 0
  const x7 = block[7] ?? 0
  const x8 = block[8] ?? 0
  const x9 = block[9] ?? 0
  const x10 = block[10] ?? 0
  const x11 = block[11] ?? 0
  const x12 = block[12] ?? 0
  const x13 = block[13] ?? 0
  const x14 = block[14] ?? 0
  const x15 = block[15] ?? 0
  let [a, b, c, d] = [startA, startB, startC, startD]
  let sum = (a + (d ^ (b & (c ^ d))) + x0 - 680876936) | 0
  a = (((sum << 7) | (sum >>> 25)) + b) | 0
  sum = (d + (c ^ (a & (b ^ c))) + x1 - 389564586) | 0
  d = (((sum << 12) | (sum >>> 20)) + a) | 0
  sum = (c + (b ^ (d & (a ^ b))) + x2 + 606105819) | 0
  c = (((sum << 17) | (sum >>> 15)) + d) | 0
  sum = (b + (a ^ (c & (d ^ a))) + x3 - 1044525330) | 0
  b = (((sum << 22) | (sum >>> 10)) + c) | 0
  sum = (a + (d ^ (b & (c ^ d))) + x4 - 176418897) | 0
  a = (((sum << 7) | (sum >>> 25)) + b) | 0
  sum = (d + (c ^ (a & (b ^ c))) + x5 + 1200080426) | 0
  d = (((sum << 12) | (sum >>> 20)) + a) | 0
  sum = (c + (b ^ (d & (a ^ b))) + x6 - 1473231341) | 0
  c = (((sum << 17) | (sum >>> 15)) + d) | 0
  sum = (b + (a ^ (c & (d ^ a))) + x7 - 45705983) | 0
  b = (((sum << 22) | (sum >>> 10)) + c) | 0
  sum = (a + (d ^ (b & (c ^ d))) + x8 + 1770035416) | 0
  a = (((sum << 7) | (sum >>> 25)) + b) | 0
  sum = (d + (c ^ (a & (b ^ c))) + x9 - 1958414417) | 0
  d = (((sum << 12) | (sum >>> 20)) + a) | 0
  sum = (c + (b ^ (d & (a ^ b))) + x10 - 42063) | 0
  c = (((sum << 17) | (sum >>> 15)) + d) | 0
  sum = (b + (a ^ (c & (d ^ a))) + x11 - 1990404162) | 0
  b = (((sum << 22) | (sum >>> 10)) + c) | 0
  sum = (a + (d ^ (b & (c ^ d))) + x12 + 1804603682) | 0
  a = (((sum << 7) | (sum >>> 25)) + b) | 0
  sum = (d + (c ^ (a & (b ^ c))) + x13 - 40341101) | 0
  d = (((sum << 12) | (sum >>> 20)) + a) | 0
  sum = (c + (b ^ (d & (a ^ b))) + x14 - 1502002290) | 0
  c = (((sum << 17) | (sum >>> 15)) + d) | 0
  sum = (b + (a ^ (c & (d ^ a))) + x15 + 1236535329) | 0
  b = (((sum << 22) | (sum >>> 10)) + c) | 0
  sum = (a + (c ^ (d & (b ^ c))) + x1 - 165796510) | 0
  a = (((sum << 5) | (sum >>> 27)) + b) | 0
  sum = (d + (b ^ (c & (a ^ b))) + x6 - 1069501632) | 0
  d = (((sum << 9) | (sum >>> 23)) + a) | 0
  sum = (c + (a ^ (b & (d ^ a))) + x11 + 643717713) | 0
  c = (((sum << 14) | (sum >>> 18)) + d) | 0
  sum = (b + (d ^ (a & (c ^ d))) + x0 - 373897302) | 0
  b = (((sum << 20) | (sum >>> 12)) + c) | 0
  sum = (a + (c ^ (d & (b ^ c))) + x5 - 701558691) | 0
  a = (((sum << 5) | (sum >>> 27)) + b) | 0
  sum = (d + (b ^ (c & (a ^ b))) + x10 + 38016083) | 0
  d = (((sum << 9) | (sum >>> 23)) + a) | 0
  sum = (c + (a ^ (b & (d ^ a))) + x15 - 660478335) | 0
  c = (((sum << 14) | (sum >>> 18)) + d) | 0
  sum = (b + (d ^ (a & (c ^ d))) + x4 - 405537848) | 0
  b = (((sum << 20) | (sum >>> 12)) + c) | 0
  sum = (a + (c ^ (d & (b ^ c))) + x9 + 568446438) | 0
  a = (((sum << 5) | (sum >>> 27)) + b) | 0
  sum = (d + (b ^ (c & (a ^ b))) + x14 - 1019803690) | 0
  d = (((sum << 9) | (sum >>> 23)) + a) | 0
  sum = (c + (a ^ (b & (d ^ a))) + x3 - 187363961) | 0
  c = (((sum << 14) | (sum >>> 18)) + d) | 0
  sum = (b + (d ^ (a & (c ^ d))) + x8 + 1163531501) | 0
  b = (((sum << 20) | (sum >>> 12)) + c) | 0
  sum = (a + (c ^ (d & (b ^ c))) + x13 - 1444681467) | 0
  a = (((sum << 5) | (sum >>> 27)) + b) | 0
  sum = (d + (b ^ (c & (a ^ b))) + x2 - 51403784) | 0
  d = (((sum << 9) | (sum >>> 23)) + a) | 0
  sum = (c + (a ^ (b & (d ^ a))) + x7 + 1735328473) | 0
  c = (((sum << 14) | (sum >>> 18)) + d) | 0
  sum = (b + (d ^ (a & (c ^ d))) + x12 - 1926607734) | 0
  b = (((sum << 20) | (sum >>> 12)) + c) | 0
  sum = (a + (b ^ c ^ d) + x5 - 378558) | 0
  a = (((sum << 4) | (sum >>> 28)) + b) | 0
  sum = (d + (a ^ b ^ c) + x8 - 2022574463) | 0
  d = (((sum << 11) | (sum >>> 21)) + a) | 0
  sum = (c + (d ^ a ^ b) + x11 + 1839030562) | 0
  c = (((sum << 16) | (sum >>> 16)) + d) | 0
  sum = (b + (c ^ d ^ a) + x14 - 35309556) | 0
  b = (((sum << 23) | (sum >>> 9)) + c) | 0
  sum = (a + (b ^ c ^ d) + x1 - 1530992060) | 0
  a = (((sum << 4) | (sum >>> 28)) + b) | 0
  sum = (d + (a ^ b ^ c) + x4 + 1272893353) | 0
  d = (((sum << 11) | (sum >>> 21)) + a) | 0
  sum = (c + (d ^ a ^ b) + x7 - 155497632) | 0
  c = (((sum << 16) | (sum >>> 16)) + d) | 0
  sum = (b + (c ^ d ^ a) + x10 - 1094730640) | 0
  b = (((sum << 23) | (sum >>> 9)) + c) | 0
  sum = (a + (b ^ c ^ d) + x13 + 681279174) | 0
  a = (((sum << 4) | (sum >>> 28)) + b) | 0
  sum = (d + (a ^ b ^ c) + x0 - 358537222) | 0
  d = (((sum << 11) | (sum >>> 21)) + a) | 0
  sum = (c + (d ^ a ^ b) + x3 - 722521979) | 0
  c = (((sum << 16) | (sum >>> 16)) + d) | 0
  sum = (b + (c ^ d ^ a) + x6 + 76029189) | 0
  b = (((sum << 23) | (sum >>> 9)) + c) | 0
  sum = (a + (b ^ c ^ d) + x9 - 640364487) | 0
  a = (((sum << 4) | (sum >>> 28)) + b) | 0
  sum = (d + (a ^ b ^ c) + x12 - 421815835) | 0
  d = (((sum << 11) | (sum >>> 21)) + a) | 0
  sum = (c + (d ^ a ^ b) + x15 + 530742520) | 0
  c = (((sum << 16) | (sum >>> 16)) + d) | 0
  sum = (b + (c ^ d ^ a) + x2 - 995338651) | 0
  b = (((sum << 23) | (sum >>> 9)) + c) | 0
  sum = (a + (c ^ (b | ~d)) + x0 - 198630844) | 0
  a = (((sum << 6) | (sum >>> 26)) + b) | 0
  sum = (d + (b ^ (a | ~c)) + x7 + 1126891415) | 0
  d = (((sum << 10) | (sum >>> 22)) + a) | 0
  sum = (c + (a ^ (d | ~b)) + x14 - 1416354905) | 0
  c = (((sum << 15) | (sum >>> 17)) + d) | 0
  sum = (b + (d ^ (c | ~a)) + x5 - 57434055) | 0
  b = (((sum << 21) | (sum >>> 11)) + c) | 0
  sum = (a + (c ^ (b | ~d)) + x12 + 1700485571) | 0
  a = (((sum << 6) | (sum >>> 26)) + b) | 0
  sum = (d + (b ^ (a | ~c)) + x3 - 1894986606) | 0
  d = (((sum << 10) | (sum >>> 22)) + a) | 0
  sum = (c + (a ^ (d | ~b)) + x10 - 1051523) | 0
  c = (((sum << 15) | (sum >>> 17)) + d) | 0
  sum = (b + (d ^ (c | ~a)) + x1 - 2054922799) | 0
  b = (((sum << 21) | (sum >>> 11)) + c) | 0
  sum = (a + (c ^ (b | ~d)) + x8 + 1873313359) | 0
  a = (((sum << 6) | (sum >>> 26)) + b) | 0
  sum = (d + (b ^ (a | ~c)) + x15 - 30611744) | 0
  d = (((sum << 10) | (sum >>> 22)) + a) | 0
  sum = (c + (a ^ (d | ~b)) + x6 - 1560198380) | 0
  c = (((sum << 15) | (sum >>> 17)) + d) | 0
  sum = (b + (d ^ (c | ~a)) + x13 + 1309151649) | 0
  b = (((sum << 21) | (sum >>> 11)) + c) | 0
  sum = (a + (c ^ (b | ~d)) + x4 - 145523070) | 0
  a = (((sum << 6) | (sum >>> 26)) + b) | 0
  sum = (d + (b ^ (a | ~c)) + x11 - 1120210379) | 0
  d = (((sum << 10) | (sum >>> 22)) + a) | 0
  sum = (c + (a ^ (d | ~b)) + x2 + 718787259) | 0
  c = (((sum << 15) | (sum >>> 17)) + d) | 0
  sum = (b + (d ^ (c | ~a)) + x9 - 343485551) | 0
  b = (((sum << 21) | (sum >>> 11)) + c) | 0
  words[0] = swapped(a + startA)
  words[1] = swapped(b + startB)
  words[2] = swapped(c + startC)
  words[3] = swapped(d + startD)
}

/** The bytes of a word in the other order. */
const swapped = (word: number): number =>
  (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | ((word >>> 24) & 0xff)
