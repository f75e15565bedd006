import { readdirSync, readFileSync } from 'node:fs'

import type { WorkspaceDefaults } from '../../../contract/index.js'

export interface Case {
  readonly name: string
  readonly why: string
  readonly events?: readonly CaseEvent[]
  /** Lines of POST /v1/logs and POST /v1/metrics. */
  readonly logs?: readonly object[]
  readonly metrics?: readonly object[]
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly expect: unknown
  readonly status?: number
  readonly now?: string
  /** The workspace's; UTC and Monday by default. */
  readonly defaults?: WorkspaceDefaults
  readonly decisions?: readonly string[]
}

export interface CaseEvent {
  readonly timestamp: string
  readonly event: string
  readonly device_id: string
  readonly session_id: string
  readonly user_id?: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly context: Readonly<Record<string, unknown>>
}

/** From build/ back to the sources, which have the data files. */
const directory = new URL('../../../../test/conformance/cases/', import.meta.url)

/** Returns all cases by area (the file's name). */
export function readCases(): readonly { readonly area: string; readonly cases: readonly Case[] }[] {
  const files = readdirSync(directory).filter((name) => name.endsWith('.json'))
  return files.sort().map((file) => ({
    area: file.replace('.json', ''),
    cases: JSON.parse(readFileSync(new URL(file, directory), 'utf8')) as readonly Case[],
  }))
}
