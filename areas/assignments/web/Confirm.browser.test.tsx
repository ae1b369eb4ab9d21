// An import replaces the duty that a driver confirms: the tap fails, and the duty as it is now is confirmed by another one.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { readNotices } from '#platform/web/wire/notices.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { acceptDuty, getCurrentAssignment } from '../calls.ts'
import type { Accept, CurrentAssignment } from '../contract.ts'
import Confirm, { type Confirmation } from './Confirm.tsx'
import { useCurrentAssignment } from './current-assignment.ts'
import { aDuty } from './duty-fixture.ts'

const duty = aDuty()

function Screen() {
  const { data } = useCurrentAssignment()
  const [now, setNow] = useState<Confirmation>()
  if (!data) return null
  return (
    <>
      <button type="button" onClick={() => now?.save()}>
        {now?.confirmed ? 'Bekräftat' : `Bekräfta ${data.passStartSchemapostId}`}
      </button>
      <Confirm duty={data} tapped={false} onChange={setNow} />
    </>
  )
}

const asItIsNow = { ...duty, passStartSchemapostId: 2 }
let current: CurrentAssignment
let next: CurrentAssignment

beforeEach(async () => {
  queryClient.clear()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  await (await openPhone()).clear('outbox')
  current = duty
  next = asItIsNow
  const answer = (status: number, result: unknown) =>
    Promise.resolve(Response.json({ result, timestamp: new Date().toISOString(), errorMessage: '' }, { status }))
  vi.stubGlobal('fetch', (path: string, sent?: { body?: string }) => {
    if (path === getCurrentAssignment.path) return answer(200, current)
    if (path !== acceptDuty.path) return answer(200, null)
    const { schemaPostId } = JSON.parse(sent?.body ?? '') as Accept
    if (schemaPostId === 1) {
      current = next
      return answer(404, null)
    }
    current = { ...current, bekraftad: true }
    return answer(200, { status: 'OK' })
  })
})
afterEach(() => vi.unstubAllGlobals())

const warnings = () => expect.poll(() => readNotices().map(({ message }) => message))

it('the warning of the confirmation that failed is gone when the duty as it is now is confirmed', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: 'Bekräfta 1' }).click()
  await expect.element(screen.getByText('Tjänsten har ändrats. Läs igenom den och bekräfta igen.')).toBeVisible()
  await warnings().toEqual(['Skicka acceptera uppdrag misslyckades'])
  await screen.getByRole('button', { name: 'Bekräfta 2' }).click()
  await expect.element(screen.getByRole('button', { name: 'Bekräftat' })).toBeVisible()
  await warnings().toEqual([])
})

it('the duty of another day is the next one, not the one that was tapped in another form', async () => {
  next = {
    ...asItIsNow,
    datum: '2126-11-23',
    starttid: '2126-11-23T05:12:00',
    sluttid: '2126-11-23T09:30:00',
  }
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  const note = screen.getByText('Tjänsten torsdag 21 november är borttagen. Det här är nästa tjänst.')
  await screen.getByRole('button', { name: 'Bekräfta 1' }).click()
  await expect.element(note).toBeVisible()
  expect(screen.getByText(/Tjänsten har ändrats/).query()).toBeNull()
  await screen.getByRole('button', { name: 'Bekräfta 2' }).click()
  // The button says so while the confirmation waits on the phone, before the server has it. This is said once the server has answered.
  await expect.element(screen.getByText('Tjänsten är bekräftad.')).toBeInTheDocument()
  // It has been read by then, also if the confirmation is withdrawn on another phone.
  current = next
  await queryClient.refetchQueries()
  await expect.element(screen.getByRole('button', { name: 'Bekräfta 2' })).toBeVisible()
  expect(note.query()).toBeNull()
})
