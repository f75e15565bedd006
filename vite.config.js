import { defineConfig } from 'vite'
import { translation } from './tools/translation.js'

/**
 * The explorer's pages: plugins/explorer/web is built to where its plugin serves it from. `vite build --mode de` builds
 * them with the texts of text/de.
 */
export default defineConfig(({ mode }) => ({
  root: 'plugins/explorer/web',
  logLevel: 'warn',
  plugins: [translation('plugins/explorer/web/text', mode)],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../../build/plugins/explorer/web',
    emptyOutDir: true,
    target: 'es2022',
    // Small files as data: addresses would need a laxer Content-Security-Policy.
    assetsInlineLimit: 0,
    // The polyfill is a script that browsers of this target do not need.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // frame.html is the document in which pages of plugins run.
      input: ['plugins/explorer/web/index.html', 'plugins/explorer/web/frame.html'],
      output: {
        // What views have in common comes as one file: a page asks for few files, and few are asked for anew after a change.
        codeSplitting: {
          groups: [
            // Only the SQL view needs the editor.
            {
              name: 'editor',
              test: /node_modules\/(?:@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)\//,
              priority: 1,
            },
            { name: 'packages', test: /node_modules/ },
            {
              name: 'shared',
              test: /\/web\/(?!text\/|boards\/|views\/|sql-result\/|filter-tree\/|chart-export\/|frame\/|main\.tsx|[\w-]+\.html)/,
            },
          ],
        },
      },
    },
  },
}))
