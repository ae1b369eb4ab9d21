// A tap on 'Bekräfta' before the code that confirms has loaded, while the server returns another duty in its place.
import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { keyOf } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { acceptDuty, getCurrentAssignment } from '../calls.ts'
import type { Accept } from '../contract.ts'
import { CurrentDutyCard } from './CurrentDutyCard.tsx'
import { aDuty } from './duty-fixture.ts'

const duty = (id: number) => aDuty({ passStartSchemapostId: id, beskrivning: `Tjänst ${id}`, tjanst: `${id}` })

it('confirms the duty that was tapped or none, and nothing when that one comes back', async () => {
  queryClient.clear()
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  let current = duty(1)
  // The code is requested by the tap, not after the first paint, and what the server returns is rendered before the code comes.
  vi.stubGlobal('requestAnimationFrame', () => 0)
  notifyManager.setScheduler((tell) => tell())
  const sent: number[] = []
  vi.stubGlobal('fetch', (path: string, { body = '' }: { body?: string } = {}) => {
    if (path === acceptDuty.path) sent.push((JSON.parse(body) as Accept).schemaPostId)
    const result = path === getCurrentAssignment.path ? current : { status: 'OK' }
    return Promise.resolve(Response.json({ result, timestamp: new Date().toISOString() }))
  })
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CurrentDutyCard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const becomes = (id: number) => {
    current = duty(id)
    queryClient.setQueryData(keyOf(getCurrentAssignment), current)
  }
  const confirm = screen.getByRole('button', { name: 'Bekräfta' })
  await expect.element(confirm).toBeVisible()
  ;(confirm.element() as HTMLElement).click()
  becomes(2)
  const quietAt = async (id: number) => {
    await expect.element(screen.getByText(`Tjänst ${id}`)).toBeVisible()
    await expect.element(screen.getByRole('status')).toBeInTheDocument()
    await expect.poll(() => queryClient.isMutating()).toBe(0)
  }
  await quietAt(2)
  expect(sent).toEqual([])
  becomes(1)
  await quietAt(1)
  expect(sent).toEqual([])
  await confirm.click()
  await expect.poll(() => sent).toEqual([1])
})
