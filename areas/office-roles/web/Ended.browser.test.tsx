// A role that is ended, and a rule that is removed, disappear with the button that opened the dialog.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { profileKey } from '#platform/web/calls/profile.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { WithProfile } from '#platform/web/calls/WithProfile.tsx'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getRoles, getRules } from '../calls.ts'
import type { Assigned, Rule } from '../contract.ts'
import RolesScreen from './RolesScreen.tsx'
import RulesScreen from './RulesScreen.tsx'

const shared = { roll: 'granskare', namn: 'Granskare', omrade: null, kategori: null }
const role: Assigned = {
  ...shared,
  id: 1,
  fran: '2026-11-01',
  till: null,
  kalla: 'hand',
  grund: null,
  gavsAv: 'Jenny Lövgren',
  gavs: '2026-11-01T08:00:00',
  ersatterFor: null,
  slutar: null,
  anstid: '31149',
  anstalld: 'Nermin Halilović',
  kanAvslutas: true,
}
const rule: Rule = {
  ...shared,
  id: 1,
  utfardare: null,
  claim: 'groups',
  varde: 'verkstad',
  kanslig: false,
  gjordesAv: 'Jenny Lövgren',
  gjordes: '2026-11-01T08:00:00',
  godkandesAv: null,
  antal: 0,
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('jenny'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(profileKey('jenny'), [{ type: 'Kontor', value: 'roles.give' }])
  let isGone = false
  vi.stubGlobal('fetch', (path: string, { body }: RequestInit = {}) => {
    isGone ||= typeof body === 'string'
    const listed = {
      [getRoles.path]: [role, { ...role, id: 2, kanAvslutas: false }],
      [getRules.path]: [rule, { ...rule, id: 2, varde: 'kontor' }],
    }
    const result = (listed[path] ?? []).filter(({ id }) => id === 2 || !isGone)
    return Promise.resolve(Response.json({ result, timestamp: '2026-11-21T12:00:00' }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = (children: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <WithProfile>
        <MemoryRouter>{children}</MemoryRouter>
      </WithProfile>
    </QueryClientProvider>,
  )

it.each([
  ['a role', <RolesScreen key="" />, 'Avsluta Granskare för Nermin Halilović', 'Avsluta rollen'],
  ['a rule', <RulesScreen key="" />, 'Ta bort regeln groups = verkstad', 'Ta bort regeln'],
])('%s leaves the focus to the heading', async (_what, content, opens, confirms) => {
  const screen = await show(content)
  const button = screen.getByRole('button', { name: opens, exact: true })
  await button.click()
  await screen.getByRole('dialog').getByRole('button', { name: confirms }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(button).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
