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

it('what is typed while it is saved stays in the open form, and is saved on top of what was', async () => {
  let stored = details
  let version = 1
  const answered = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (address: string, { method, body, headers }: RequestInit = {}) => {
    const isDetails = new URL(address, location.origin).pathname === saveDetails.path
    if (method === 'POST' && isDetails) {
      await answered.promise
      const status = new Headers(headers).get('If-Match') === `"${version}"` ? 200 : 409
      if (status === 200) [stored, version] = [JSON.parse(body as string) as PersonalDetails, version + 1]
      return Response.json({ result: status === 200, timestamp: '2026-11-21T12:00:00' }, { status })
    }
    const own = { [companyOwnedHeader]: 'firstName, lastName, address, zipCode, city', etag: `"${version}"` }
    return Response.json({ result: isDetails ? stored : [], timestamp: '2026-11-21T12:00:00' }, { headers: own })
  })
  const screen = await show()
  await screen.getByRole('button', { name: 'Ändra mina uppgifter' }).click()
  await screen.getByLabelText('Anhörigs namn').fill('Bo')
  await screen.getByLabelText('Telefonnummer', { exact: true }).fill('701740699')
  await screen.getByRole('button', { name: 'Spara' }).click()
  await expect.element(screen.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  await screen.getByLabelText('Anhörigs namn').fill('Bosse')
  answered.resolve()
  await expect.element(screen.getByRole('button', { name: 'Spara', exact: true })).toBeVisible()
  await expect.element(screen.getByLabelText('Anhörigs namn')).toHaveValue('Bosse')
  expect(stored).toMatchObject({ relativeName: 'Bo', phoneNumber: '+46 701740699' })
  await screen.getByRole('button', { name: 'Spara', exact: true }).click()
  await expect.element(screen.getByText('Dina uppgifter är uppdaterade')).toBeVisible()
  expect(stored).toMatchObject({ relativeName: 'Bosse', phoneNumber: '+46 701740699' })
})
