import { hrefOf, navigate, path } from '../router/location.js'

/** Opens the same view in another workspace, without its state: that belongs to the old workspace. */
export const chooseWorkspace = (slug: string): void => navigate(hrefOf(path.peek(), { workspace: slug }))
