// The program of the ClickHouse child process. The engine's library contains clickhouse-local, which can also
// listen for HTTP; the call occupies this whole process until standard input ends.
//
// Arguments: the library's path; user id; group id (0 0: keep the current ones); the open-file limit (0: keep
// the current one); the data folder; what happens to hidden tables first ("hide", "show" or "keep", see
// hidden-tables.ts); a regular expression for the databases that "hide" applies to; then the engine's own
// arguments. No argument is secret: every user of the machine can read them.
import { createRequire } from 'node:module'
import { hideTables, showTables } from './hidden-tables.js'

const ffi = createRequire(import.meta.url)('ffi-rs') as typeof import('ffi-rs')
const { External, I32, String: Text, StringArray, U8Array } = ffi.DataType

const [path = '', uid = '0', gid = '0', files = '0', data = '', first = 'keep', databases = '', ...args] =
  process.argv.slice(2)

/** Drops root privileges permanently. The C library applies the change to every thread of the process. */
function dropPrivileges(user: number, group: number): void {
  process.setgroups?.([group])
  process.setgid?.(group)
  process.setuid?.(user)
  if (process.getuid?.() !== user || process.getgid?.() !== group) throw new Error('still privileged')
}

/**
 * Sets the soft and hard limit of open files with setrlimit of Linux's C library. Does nothing without the
 * right to.
 */
function raiseFileLimit(limit: bigint): void {
  const nofile = 7
  const pair = Buffer.from(new BigUint64Array([limit, limit]).buffer)
  ffi.open({ library: 'libc', path: 'libc.so.6' })
  ffi.load({
    library: 'libc',
    funcName: 'setrlimit',
    retType: I32,
    paramsType: [I32, U8Array],
    paramsValue: [nofile, pair],
  })
  ffi.close('libc')
}

if (files !== '0' && process.platform === 'linux') raiseFileLimit(BigInt(files))

// Opened with the original rights: the packages may be in a folder that the account cannot enter.
ffi.open({ library: 'chdb', path })
if (uid !== '0') dropPrivileges(Number(uid), Number(gid))
// Runs with the engine's rights: a compromised engine may have put a symbolic link into its folder.
if (first === 'hide') hideTables(data, new RegExp(databases))
if (first === 'show') showTables(data)

const argv = ['clickhouse', ...args]
const result = ffi.load({
  library: 'chdb',
  funcName: 'chdb_query_cmdline',
  retType: External,
  paramsType: [I32, StringArray],
  paramsValue: [argv.length, argv],
})
if (ffi.isNullPointer(result)) process.exit(2)

const ask = { library: 'chdb', funcName: 'chdb_result_error', paramsType: [External], paramsValue: [result] }
if (!ffi.isNullPointer(ffi.load({ ...ask, retType: External }))) {
  process.stderr.write(`${ffi.load({ ...ask, retType: Text })}\n`)
  process.exit(1)
}
