// An employee's own details are changed, where some of them are only the company's to change; and loaded at the second try.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { PersonalDetails } from '#core/people/contract.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { failAtFirst } from '#platform/web/calls/test-retry.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { companyOwnedHeader, saveDetails } from '../calls.ts'
import ProfileScreen from './ProfileScreen.tsx'

const details: PersonalDetails = {
  firstName: 'Anna',
  lastName: 'Lindgren',
  email: 'anna@post.example',
  address: '',
  zipCode: '',
  city: '',
  phoneNumber: '+46 701740605',
  relativeName: '',
  relativeRelation: '',
  relativePhone: '',
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <ProfileScreen />
      </QueryClientProvider>
    </MemoryRouter>,
  )

it('a telephone number is saved although the company has not filled in the address', async () => {
  const saved: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    const isDetails = new URL(address, location.origin).pathname === saveDetails.path
    if (method === 'POST' && isDetails) saved.push(JSON.parse(body ?? ''))
    const headers = { [companyOwnedHeader]: 'firstName, lastName, address, zipCode, city', etag: '"t"' }
    return Response.json({ result: isDetails ? details : [], timestamp: '2026-11-21T12:00:00' }, { headers })
  })
  const screen = await show()
  await screen.getByRole('button', { name: 'Ändra kontakt' }).click()
  await screen.getByLabelText('Telefonnummer').fill('701740699')
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.element(screen.getByText('Dina uppgifter är uppdaterade')).toBeVisible()
  expect(saved).toEqual([{ ...details, phoneNumber: '+46 701740699' }])
})

it('the button that tries again keeps the focus until the details are there, and then the heading has it', async () => {
  const tryAgain = failAtFirst((path) => (path.includes(saveDetails.path) ? details : []))
  const screen = await show()
  await tryAgain(screen.getByRole('button', { name: 'Försök igen' }), screen.getByRole('heading', { level: 1 }))
  await expect.element(screen.getByText('anna@post.example')).toBeVisible()
})
