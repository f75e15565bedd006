import { ServiceError } from '../../contract/index.js'
import type { Pressure, Resource } from './pressure.js'

/** Seconds. The disk's is longer, because waiting alone frees no space. */
const retryAfter: Readonly<Record<Resource, number>> = {
  open_files: 5,
  memory: 5,
  parts: 5,
  disk: 30,
  connections: 5,
}

const near: Readonly<Record<Resource, string>> = {
  open_files:
    'the storage is short of open files and this workspace uses most of them (ENGINE_PRESSURE); send larger requests with fewer property names',
  memory:
    'the storage is short of memory and this workspace uses most of it (ENGINE_PRESSURE); send less at a time',
  parts:
    'too many small inserts of this workspace are waiting for a merge (ENGINE_PRESSURE); send fewer and larger requests',
  disk: 'the disk of the storage is nearly full and this workspace sends the most data (DISK_RESERVE); free some space',
  connections: 'the storage is short of connections (ENGINE_PRESSURE); try again',
}

const full: Readonly<Partial<Record<Resource, string>>> = {
  open_files: 'the storage has no open files left (ENGINE_PRESSURE); try again',
  disk: 'the disk of the storage is full (DISK_RESERVE); free some space',
}

/** The 503 for data that the engine has no room for; its message names the setting. */
export const slowed = ({ resource, state }: Pick<Pressure, 'resource' | 'state'>): ServiceError =>
  new ServiceError('UNAVAILABLE', (state === 'full' ? full[resource] : undefined) ?? near[resource], {
    retryAfter: retryAfter[resource],
  })
