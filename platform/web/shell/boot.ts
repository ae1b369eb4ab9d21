import { shellPath } from '#platform/contract/pages.ts'
import { type Claim, type Gate, passes } from '#platform/contract/claims.ts'
import { setClockPeriod } from '#platform/contract/wall-clock.ts'
import type { EarlyParts } from './area.ts'
import { addressOf } from '../wire/address.ts'
import { startEarly } from '../wire/early.ts'
import { readFirstCalls } from './first-calls.ts'
import { knownClaims } from '../who/known-claims.ts'
import { readUser } from '../who/stored-user.ts'
import { applyTheme, readTheme } from '../ui/theme-choice.ts'
import { variant } from '../page/variant.ts'

// Work that need not wait for React. This part of the module graph must not import React, because it is a separate script that runs while
// the rest is being fetched.

/** Applies the theme and the clock period, without which nothing can be shown. */
export function prepare(): void {
  applyTheme(readTheme())
  setClockPeriod(variant.timeZone, variant.clock)
}

/** Starts the calls, and loads the code, without which the page cannot be rendered. */
export function startCalls(early: readonly EarlyParts[]): void {
  const user = readUser()
  const { pathname } = location
  if (!user || !isShellPage(pathname)) return
  const claims = knownClaims(user.subject)
  for (const { call, query, at, gate } of early.flatMap(({ calls = [] }) => calls)) {
    if (at && !at.includes(pathname)) continue
    if (!mayPass(gate, claims)) continue
    startEarly(addressOf(call.path, query?.()), user.token)
  }
  for (const { path, query, gate } of readFirstCalls())
    if (mayPass(gate, claims)) startEarly(addressOf(path, query), user.token)
  // A wide screen shows the menus at once.
  if (matchMedia('(min-width: 992px)').matches) import('./Menus.tsx').catch(() => undefined)
  for (const { startsAt, start } of early) if (startsAt?.includes(pathname)) start?.()
}

/** The features that the company has switched off are known before the employee's claims are. */
const mayPass = (gate: Gate | undefined, claims: readonly Claim[] | undefined) =>
  claims ? passes(gate, claims, variant.switchedOff) : !(gate?.feature && variant.switchedOff.includes(gate.feature))

function isShellPage(pathname: string): boolean {
  return pathname === '/' || pathname.startsWith(shellPath)
}
