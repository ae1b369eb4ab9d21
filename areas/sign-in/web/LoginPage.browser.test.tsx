// Opening the sign-in with a sign-in that has expired, while the provider does not answer its renewal.
import { UserManager } from 'oidc-client-ts'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { watchNetwork } from '#platform/web/page/reach.ts'
import { setRenewal } from '#platform/web/who/provider.ts'
import { announceUser, readLastUser, readUser, userKey } from '#platform/web/who/stored-user.ts'
import LoginPage from './LoginPage.tsx'
import { renewSilently } from './manager.ts'

const origin = 'https://provider.example'
let isThere: boolean
let left: string[]

beforeEach(() => {
  localStorage.clear()
  const now = Math.floor(Date.now() / 1000)
  const profile = { iss: origin, sub: 'anna', aud: 'linjen', iat: now - 3600, exp: now - 1800 }
  const user = { id_token: 'a.b.c', access_token: 'a', refresh_token: 'r', token_type: 'Bearer', profile }
  localStorage.setItem(userKey, JSON.stringify({ ...user, received_at: Date.now() - 3_600_000 }))
  announceUser()
  isThere = true
  left = []
  setRenewal(renewSilently)
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) => {
    const gone = init?.method === 'POST' || (init?.cache === 'no-store' && !isThere)
    return gone && address.startsWith(origin)
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json({ issuer: origin, token_endpoint: `${origin}/token` }))
  })
  vi.spyOn(UserManager.prototype, 'signinRedirect').mockImplementation((args) => {
    left.push((args?.state as { till: string } | undefined)?.till ?? '')
    return new Promise(() => undefined)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const open = () =>
  render(
    <MemoryRouter initialEntries={['/login?till=/dashboard/schema']}>
      <LoginPage />
    </MemoryRouter>,
  )

it('goes to a provider that can be reached, since it may have refused in a way that a page cannot read', async () => {
  await open()
  await expect.poll(() => left).toEqual(['/dashboard/schema'])
})

it('stays while the provider cannot be reached, and goes once it can', async () => {
  isThere = false
  const screen = await open()
  const again = screen.getByRole('button', { name: 'Försök igen' })
  await again.click()
  await expect.element(again).toBeVisible()
  expect([left, readUser(), readLastUser()?.subject]).toEqual([[], null, 'anna'])
  isThere = true
  await again.click()
  await expect.poll(() => left).toEqual(['/dashboard/schema'])
})

it('stays without coverage', async () => {
  watchNetwork()
  dispatchEvent(new Event('offline'))
  const screen = await open()
  await expect.element(screen.getByRole('button', { name: 'Försök igen' })).toBeVisible()
  expect(left).toEqual([])
})
