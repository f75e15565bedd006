/** What people read in views/plugin-page. */
export const pluginPageText = {
  reloadPage: 'Reload page',
  dismiss: 'Dismiss',
  loadingTitle: (title: string) => `Loading ${title}`,
  thisPageFailed: 'This page failed',
  tryAgain: 'Try again',
  doesNotRespond: (page: string, plugin: string) =>
    `The page “${page}” of the plugin ${plugin} does not respond.`,
  hasAnError: (page: string, plugin: string, error: string) =>
    `The page “${page}” of the plugin ${plugin} has an error: ${error}`,
  isStillLoading: (page: string, plugin: string) =>
    `The page “${page}” of the plugin ${plugin} is still loading.`,
  failed: (page: string, plugin: string, error: string) =>
    `The page “${page}” of the plugin ${plugin} failed: ${error}`,
}
