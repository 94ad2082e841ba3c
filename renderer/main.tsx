import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './components/fonts.css'
import './components/tokens.css'
import './app/theme.css'
import { App } from './app/app'
// Import after the style sheets of all components.
import './app/forced-colours.css'
import { start } from './app/start'
import { followDensity, followTheme } from './window/look'
import { openLine } from './window/host/host'

openLine()
followTheme()
followDensity()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  void start()
}
