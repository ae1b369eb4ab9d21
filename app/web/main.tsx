// Imported first, so that it runs before React. In a build it is a separate script, which runs while this one is being fetched.
import './boot.ts'
import './layers.css'
import '#platform/web/ui/tokens.css'
import '#platform/web/ui/base.css'
import { startTransition, StrictMode } from 'react'
import { pageAt, startPage } from '#platform/contract/pages.ts'
import { getProfile } from '#platform/contract/profile.ts'
import { createRoot } from 'react-dom/client'
import { takeEarlyAnswers } from '#platform/web/calls/early-answers.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { areClaims, rememberClaims } from '#platform/web/who/known-claims.ts'
import { setCopySchemas } from '#platform/web/phone/copies.ts'
import { profileKey } from '#platform/web/calls/profile.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { readFirstCalls } from '#platform/web/shell/first-calls.ts'
import { fetchView } from '#platform/web/shell/LazyView.tsx'
import { fetchMenus } from '#platform/web/shell/menus.ts'
import { readUser } from '#platform/web/who/stored-user.ts'
import { keepOnThePhone } from '#platform/web/updates/local-storage.ts'
import { setRenewal } from '#platform/web/who/provider.ts'
import { listenForOffer } from '#platform/web/install/offer.ts'
import { pause } from '#platform/web/page/pause.ts'
import { watchNetwork } from '#platform/web/page/reach.ts'
import { App } from './App.tsx'
import { areas } from './areas.ts'
import { early } from './early.ts'
import { isPainted } from './first-paint.ts'

watchNetwork()
listenForOffer()
setCopySchemas(async () => (await import('./kept-answers.ts')).keptAnswers)
setRenewal(areas.find((area) => area.renew)?.renew)
keepOnThePhone(areas.flatMap(({ staysOnPhone = [] }) => staysOnPhone))

// '/' shows the start page. Changing the address here avoids rendering a redirect first.
if (location.pathname === '/') history.replaceState(null, '', startPage + location.search)

// The open screen's code is requested in parallel with React's first render, not after it. If that fails, the screen requests it again.
const opened = location.pathname.replace(/\/$/, '')
const screen = areas.flatMap((area) => area.screens ?? []).find(({ path }) => pageAt(path) === opened)
const view = screen && fetchView(screen.load).catch(() => undefined)
const menus = matchMedia('(min-width: 992px)').matches && fetchMenus().catch(() => undefined)

// The first render waits a moment for early answers that have just come, so that it is complete and nothing moves. It is rendered in small
// pieces, so that taps are handled in between.
const BLINK_MS = 60
const subject = readUser()?.subject ?? ''
const draw = () =>
  createRoot(document.querySelector('#root')!).render(
    // StrictMode runs effects twice under `npm run dev`, which reveals missing cleanups. It does nothing in a build.
    <StrictMode>
      <ErrorBoundary root={areas}>
        <App />
      </ErrorBoundary>
    </StrictMode>,
  )
const asked = early
  .flatMap(({ calls = [] }) => calls)
  .map(({ call, query }) =>
    call === getProfile
      ? {
          call,
          key: profileKey(subject),
          fits: areClaims,
          onAnswer: (claims: unknown) => areClaims(claims) && rememberClaims(subject, claims),
        }
      : { call, query: query?.(), key: keyOf(call, query?.()) },
  )
const first = readFirstCalls()
  .filter(({ taken }) => !taken)
  .map((call) => ({ call, query: call.query, key: keyOf(call, call.query) }))
const answers = takeEarlyAnswers([...asked, ...first], isPainted() && !view ? 0 : BLINK_MS)
void Promise.allSettled([answers, (view || menus) && Promise.race([Promise.all([view, menus]), pause(BLINK_MS)])]).then(
  () => startTransition(draw),
)
