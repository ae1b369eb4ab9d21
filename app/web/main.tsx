// First, so that it runs before React does. In a build it is a script of its own that runs while this one is being fetched.
import './boot.ts'
import './layers.css'
import '#platform/web/ui/tokens.css'
import '#platform/web/ui/base.css'
import { startTransition } from 'react'
import type { Claim } from '#platform/contract/claims.ts'
import { getProfile } from '#platform/contract/profile.ts'
import { createRoot } from 'react-dom/client'
import { takeEarlyAnswers } from '#platform/web/http/early-answers.ts'
import { keyOf } from '#platform/web/http/query.ts'
import { knownClaims, rememberClaims } from '#platform/web/known-claims.ts'
import { startCopy } from '#platform/web/offline/copies.ts'
import { profileKey } from '#platform/web/profile.ts'
import { renewBy } from '#platform/web/session.ts'
import { fetchView } from '#platform/web/shell/LazyView.tsx'
import { readUser } from '#platform/web/stored-user.ts'
import { getCurrentAssignment } from '../../areas/assignments/calls.ts'
import { App } from './App.tsx'
import { areas } from './areas.ts'
import { early } from './early.ts'

renewBy(areas.find((area) => area.renew)?.renew)

// Where '/' leads, without drawing the way there first.
if (location.pathname === '/') history.replaceState(null, '', `/dashboard/start${location.search}`)

// The open screen's own code is asked for beside React's first drawing, not after it. Failed, it is asked for again there.
const path = location.pathname.replace(/^\/dashboard\/|\/$/g, '')
const screen = areas.flatMap((area) => area.screens ?? []).find((each) => each.path === path)
const view = screen && fetchView(screen.load).catch(() => undefined)

// The drawing waits a blink for what was asked for beside this script and has just come: it is then the whole one, and nothing
// moves. Where the phone has all of the start page from last time it is drawn at once. Else it is made in small pieces, so that
// a thumb is heard in between.
const BLINK_MS = 60
const subject = readUser()?.subject ?? ''
const known = knownClaims(subject) !== undefined && startCopy(getCurrentAssignment.path) !== undefined
const draw = () => createRoot(document.querySelector('#root')!).render(<App />)
const asked = early
  .flatMap(({ calls = [] }) => calls)
  .map(({ call, query }) =>
    call === getProfile
      ? {
          call,
          key: profileKey(subject),
          onAnswer: (claims: unknown) => rememberClaims(subject, claims as readonly Claim[]),
        }
      : { call, query: query?.(), key: keyOf(call, query?.()) },
  )
const blink = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const answers = takeEarlyAnswers(asked, known && !view ? 0 : BLINK_MS)
void Promise.all([answers, view && Promise.race([view, blink(BLINK_MS)])]).then(() =>
  known ? draw() : startTransition(draw),
)
