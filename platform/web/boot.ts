import { passes } from '#platform/contract/claims.ts'
import type { EarlyCall } from './area.ts'
import { startEarly } from './http/early.ts'
import { knownClaims } from './known-claims.ts'
import { readUser } from './stored-user.ts'
import { applyTheme } from './theme-choice.ts'
import { variant } from './variant.ts'

/**
 * What need not wait for React: the theme, and the calls that the page cannot do without. This side of the module graph must
 * stay free of React, because it is a script of its own that runs while the rest is still being fetched.
 */
export function boot(calls: readonly EarlyCall[]): void {
  applyTheme()
  const user = readUser()
  if (!user || !isShellPage(location.pathname)) return
  const claims = knownClaims(user.subject)
  for (const { call, at, gate } of calls) {
    if (at && !at.includes(location.pathname)) continue
    if (gate && claims && !passes(gate, claims, variant.switchedOff)) continue
    startEarly(call.path, user.token)
  }
}

function isShellPage(pathname: string): boolean {
  return pathname === '/' || pathname.startsWith('/dashboard')
}
