/** One line of the doctor. `words` say what was found and, unless it is ok, how to fix it. */
export interface Finding {
  readonly status: 'ok' | 'warn' | 'fail'
  readonly subject: string
  readonly words: string
}

export const ok = (subject: string, words: string): Finding => ({ status: 'ok', subject, words })
export const warn = (subject: string, words: string): Finding => ({ status: 'warn', subject, words })
export const fail = (subject: string, words: string): Finding => ({ status: 'fail', subject, words })
