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

// The open screen's own code is asked for beside React's first drawing, not after it. Failed, it is asked for again there.
const path = location.pathname.replace(/^\/dashboard\/|\/$/g, '')
const screen = areas.flatMap((area) => area.screens ?? []).find((each) => each.path === path)
void screen?.load().catch(() => undefined)

createRoot(document.querySelector('#root')!).render(<App />)
