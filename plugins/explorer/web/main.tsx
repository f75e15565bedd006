import { render } from 'preact'
import { App } from './shell/app.js'
import { applyTheme } from './shell/theme.js'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/overlays.css'
import './styles/content.css'
import './styles/shell.css'
import './styles/question.css'
import './styles/charts.css'
import './styles/forms.css'

applyTheme()
const place = document.getElementById('app')
if (place !== null) render(<App />, place)
