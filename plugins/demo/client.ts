import { CommandError } from '../../contract/index.js'

/** The demo's calls to its own service, like those of any other client. */
export interface DemoClient {
  /** Returns the `data` of the response. Throws DemoCallError on any other status than a success. */
  call<T>(method: string, path: string, options?: DemoCall): Promise<T>
}

export interface DemoCall {
  readonly token?: string
  readonly workspace?: string
  readonly body?: object
}

export class DemoCallError extends CommandError {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const demoClient = (url: string): DemoClient => ({
  async call<T>(method: string, path: string, { token, workspace, body }: DemoCall = {}): Promise<T> {
    const response = await fetch(new URL(`/api/v1${path}`, url), {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(workspace === undefined ? {} : { 'x-workspace-id': workspace }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const answer = (text === '' ? {} : JSON.parse(text)) as { data?: unknown; message?: string }
    if (!response.ok)
      throw new DemoCallError(response.status, `${method} ${path}: ${answer.message ?? response.status}`)
    return answer.data as T
  },
})
