import { access } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Returns the folder itself, or its closest existing ancestor. */
export async function existing(path: string): Promise<string> {
  for (let at = path; ; at = dirname(at)) {
    const isThere = await access(at).then(
      () => true,
      () => false,
    )
    if (isThere || at === dirname(at)) return at
  }
}
