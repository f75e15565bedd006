import { render } from 'preact'
import { followLinks } from './router/location.js'
import { App } from './shell/app.js'
import { applyTheme } from './shell/theme.js'
import './styles/index.js'
import { language } from './text/language.js'

document.documentElement.lang = language.tag
applyTheme()
followLinks()
const place = document.getElementById('app')
if (place !== null) render(<App />, place)
