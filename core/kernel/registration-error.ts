/**
 * A plugin is at fault: it declared something invalid, which stops the start, or what it declared fails later. The
 * message names the plugin and the subject.
 */
export class RegistrationError extends Error {
  readonly plugin: string
  readonly subject: string

  constructor(plugin: string, subject: string, problem: string, options?: ErrorOptions) {
    super(`plugin ${plugin}: ${subject}: ${problem}`, options)
    this.name = 'RegistrationError'
    this.plugin = plugin
    this.subject = subject
  }
}

/** The subject is already registered by `owner`, a plugin or the core. */
export const alreadyRegistered = (plugin: string, subject: string, owner: string): RegistrationError =>
  new RegistrationError(plugin, subject, `is already registered by ${owner}`)

/**
 * Returns the result of `work`. Anything it throws becomes a RegistrationError of the plugin about the
 * subject.
 */
export function blaming<T>(plugin: string, subject: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw blamed(plugin, subject, error)
  }
}

export function blamed(plugin: string, subject: string, error: unknown, what = ''): RegistrationError {
  if (error instanceof RegistrationError) return error
  const message = error instanceof Error ? error.message : String(error)
  return new RegistrationError(plugin, subject, what + message, { cause: error })
}
