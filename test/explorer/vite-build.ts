import { build } from 'vite'

/** Vite's build. It sets NODE_ENV where it is not set; other test files of the process must not see that. */
export const viteBuild: typeof build = async (options) => {
  const { NODE_ENV } = process.env
  try {
    return await build(options)
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  }
}
