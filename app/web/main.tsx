// First, so that it runs before React does. In a build it is a script of its own that runs while this one is being fetched.
import './boot.ts'
import './layers.css'
import '#platform/web/ui/tokens.css'
import '#platform/web/ui/base.css'
import { startTransition, StrictMode } from 'react'
import { startPage } from '#platform/contract/pages.ts'
import { getProfile } from '#platform/contract/profile.ts'
import { createRoot } from 'react-dom/client'
import { takeEarlyAnswers } from '#platform/web/calls/early-answers.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { areClaims, knownClaims, rememberClaims } from '#platform/web/who/known-claims.ts'
import { checkBy, startCopy } from '#platform/web/phone/copies.ts'
import { profileKey } from '#platform/web/calls/profile.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { fetchView } from '#platform/web/shell/LazyView.tsx'
import { readUser } from '#platform/web/who/stored-user.ts'
import { keepOnThePhone } from '#platform/web/updates/local-storage.ts'
import { renewBy } from '#platform/web/who/provider.ts'
import { listenForOffer } from '#platform/web/install/offer.ts'
import { watchNetwork } from '#platform/web/page/reach.ts'
import { getCurrentAssignment } from '../../areas/assignments/calls.ts'
import { App } from './App.tsx'
import { areas } from './areas.ts'
import { early } from './early.ts'

watchNetwork()
listenForOffer()
checkBy(async () => (await import('./kept-answers.ts')).keptAnswers)
renewBy(areas.find((area) => area.renew)?.renew)
keepOnThePhone(areas.flatMap(({ staysOnPhone = [] }) => staysOnPhone))

// Where '/' leads, without drawing the way there first.
if (location.pathname === '/') history.replaceState(null, '', startPage + location.search)

// The open screen's own code is asked for beside React's first drawing, not after it. Failed, it is asked for again there.
const path = location.pathname.replace(/^\/dashboard\/|\/$/g, '')
const screen = areas.flatMap((area) => area.screens ?? []).find((each) => each.path === path)
const view = screen && fetchView(screen.load).catch(() => undefined)

// The drawing waits a blink for what was asked for beside this script and has just come: it is then the whole one, and nothing
// moves. Where the phone has all of the start page from last time it is drawn at once. Else it is made in small pieces, so that
// a thumb is heard in between.
const BLINK_MS = 60
const subject = readUser()?.subject ?? ''
const known =
  knownClaims(subject) !== undefined && startCopy(getCurrentAssignment, getCurrentAssignment.path) !== undefined
const draw = () =>
  createRoot(document.querySelector('#root')!).render(
    // Runs effects twice under `npm run dev`, which shows those that leave something behind; does nothing in a build.
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
const blink = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const answers = takeEarlyAnswers(asked, known && !view ? 0 : BLINK_MS)
void Promise.allSettled([answers, view && Promise.race([view, blink(BLINK_MS)])]).then(() =>
  known ? draw() : startTransition(draw),
)
