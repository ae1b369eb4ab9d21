// First, so that it runs before React does. In a build it is a script of its own that runs while this one is being fetched.
import './boot.ts'
import './layers.css'
import '#platform/web/ui/tokens.css'
import '#platform/web/ui/base.css'
import { startTransition } from 'react'
import type { Claim } from '#platform/contract/claims.ts'
import { knowClock } from '#platform/contract/wall-clock.ts'
import { createRoot } from 'react-dom/client'
import { takeEarlyAnswers } from '#platform/web/http/early-answers.ts'
import { keyOf } from '#platform/web/http/query.ts'
import { knownClaims, rememberClaims } from '#platform/web/known-claims.ts'
import { startCopy } from '#platform/web/offline/copies.ts'
import { getProfile, profileKey } from '#platform/web/profile.ts'
import { renewBy } from '#platform/web/session.ts'
import { readUser } from '#platform/web/stored-user.ts'
import { variant } from '#platform/web/variant.ts'
import { getCurrentAssignment } from '../../areas/assignments/calls.ts'
import { App } from './App.tsx'
import { areas } from './areas.ts'

knowClock(variant.timeZone, variant.clock)
renewBy(areas.find((area) => area.renew)?.renew)

// Where '/' leads, without drawing the way there first.
if (location.pathname === '/') history.replaceState(null, '', `/dashboard/start${location.search}`)

// The open screen's own code is asked for beside React's first drawing, not after it. Failed, it is asked for again there.
const path = location.pathname.replace(/^\/dashboard\/|\/$/g, '')
const screen = areas.flatMap((area) => area.screens ?? []).find((each) => each.path === path)
void screen?.load().catch(() => undefined)

// Where the phone has it all from last time it is drawn at once. Else the drawing waits a blink for what was asked for beside this
// script and has just come, and is made in small pieces, so that a thumb is heard in between.
const subject = readUser()?.subject ?? ''
const known = knownClaims(subject) !== undefined && startCopy(getCurrentAssignment.path) !== undefined
const draw = () => createRoot(document.querySelector('#root')!).render(<App />)
const early = [
  {
    call: getProfile,
    key: profileKey(subject),
    onAnswer: (claims: unknown) => rememberClaims(subject, claims as readonly Claim[]),
  },
  { call: getCurrentAssignment, key: keyOf(getCurrentAssignment) },
]
void takeEarlyAnswers(early, known ? 0 : 60).then(() => (known ? draw() : startTransition(draw)))
