// First, so that it runs before React does. In a build it is a script of its own that runs while this one is being fetched.
import './boot.ts'
import './layers.css'
import '#platform/web/ui/tokens.css'
import '#platform/web/ui/base.css'
import { createRoot } from 'react-dom/client'
import { renewBy } from '#platform/web/session.ts'
import { App } from './App.tsx'
import { areas } from './areas.ts'

renewBy(areas.find((area) => area.renew)?.renew)

createRoot(document.querySelector('#root')!).render(<App />)
