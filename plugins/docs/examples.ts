import type { RouteExamples } from '../../contract/index.js'

/** Examples of this plugin’s routes, written by test/http/examples. */
export const examples: RouteExamples = {
  'GET /docs': { response: '<!doctype html>\n<html lang="en">\n…' },
  'GET /docs/assets/:file': {
    params: { file: 'swagger-ui.css' },
    response:
      '.swagger-ui{color:#3b4151;font-family:sans-serif/*! normalize.css v7.0.0 | MIT License | github.com/necolas/normalize.css */}.swagger-ui html{line-height:1.15;-\n…',
  },
}
