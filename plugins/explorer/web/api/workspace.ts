import { signal } from '@preact/signals'
import type { Membership } from './types.js'

/** The open workspace, which every request is for; the address contains its slug (see router/workspace.ts). */
export const workspace = signal<Membership | null>(null)
