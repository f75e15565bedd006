import type { Page } from 'playwright-core'
import type { Called } from '../../support/request.js'
import type { Step } from './step.js'

/** What the tasks are done on. */
export interface Stage {
  readonly page: Page
  /** A word that is in no name of another run: tasks that create something run twice. */
  readonly own: string
  /** The slug of the workspace; '' before there is one. */
  readonly slug: string
  /** The names of the files that the page has saved. */
  readonly saved: readonly string[]
  /** Calls the API of the workspace, and throws unless it answers with success. */
  call(method: string, path: string, body?: object): Promise<Called['body']>
}

export interface Task {
  readonly name: string
  /** The most steps that it may take. */
  readonly goal: number
  /** The address at which it begins; Home if it has none. */
  readonly start?: string | ((stage: Stage) => Promise<string>)
  readonly steps: (stage: Stage) => readonly Step[]
  /** Waits until the result is there. */
  readonly done: (stage: Stage) => Promise<unknown>
}

/** The most steps of any task. */
export const mostSteps = 8
