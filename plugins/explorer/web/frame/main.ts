import { ready, type Start } from '../page/protocol.js'
import '../styles/index.js'
import { language } from '../text/language.js'
import { runPage } from './run-page.js'

document.documentElement.lang = language.tag

/** The document of one page: says that it is ready, and runs the page that its parent names. */
addEventListener('message', function begin({ source, data, ports }) {
  const [port] = ports
  if (source !== parent || port === undefined) return
  removeEventListener('message', begin)
  runPage(data as Start, port)
})
parent.postMessage(ready, '*')
