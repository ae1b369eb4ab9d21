// What the office has written about a comment is below it, each text once; and the focus after one has been reported.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { NewsComment } from '../contract.ts'
import { Comment } from './Comment.tsx'

const at = '2026-11-21T12:00:00'
const comment: NewsComment = {
  id: 5,
  newsItemId: 3,
  authorName: 'Anna Andersson',
  bodyText: 'Bra skrivet.',
  createdDate: at,
  canEdit: true,
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
})
afterEach(() => vi.unstubAllGlobals())

const open = (shown: NewsComment, beside?: ReactNode) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ul>
          <Comment comment={shown} onRemoved={() => {}} />
        </ul>
        {beside}
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('a comment that was kept has what the office wrote then and before', async () => {
  const meddelanden = [
    { at, text: 'Ta bort namnet.' },
    { at: '2026-11-22T08:15:00', text: 'Den får vara kvar.' },
  ]
  const screen = await open({ ...comment, meddelanden })
  await expect.element(screen.getByText('Kontoret skrev till dig 2026-11-22 08:15')).toBeVisible()
  await expect.element(screen.getByText('Den får vara kvar.')).toBeVisible()
  await expect.element(screen.getByText('Ta bort namnet.')).toBeVisible()
})

it('a hidden one has the reason once, with the decision', async () => {
  const meddelanden = [
    { at, text: 'Vi tittar på den.' },
    { at, text: 'Ta bort namnet.' },
  ]
  const screen = await open({ ...comment, moderering: { beslut: 'Dold', orsak: 'Ta bort namnet.' }, meddelanden })
  await expect.element(screen.getByText('Kontoret har dolt kommentaren')).toBeVisible()
  expect(screen.container.textContent?.split('Ta bort namnet.').length).toBe(2)
  await expect.element(screen.getByText('Vi tittar på den.')).toBeVisible()
})

it('the button that reported a comment has the focus again, and says that it is reported', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: true, timestamp: at })))
  const screen = await open({ ...comment, canEdit: false })
  const button = screen.getByRole('listitem').getByRole('button')
  await button.click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('radio').first().click()
  await dialog.getByRole('button', { name: 'Anmäl' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByText('Anmäld', { exact: true })).toHaveFocus()
  ;(button.element() as HTMLElement).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

it('a comment whose change is saved takes no focus from a field in which somebody types by then', async () => {
  const answered = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async () => {
    await answered.promise
    return Response.json({ result: true, timestamp: at })
  })
  const screen = await open(comment, <input aria-label="Ny kommentar" />)
  await screen.getByRole('button', { name: 'Ändra' }).click()
  await screen.getByLabelText('Ändra kommentaren').fill('Mycket bra skrivet.')
  await screen.getByRole('button', { name: 'Spara' }).click()
  const another = screen.getByLabelText('Ny kommentar')
  await another.fill('Jag')
  answered.resolve()
  await expect.element(screen.getByRole('button', { name: 'Ändra' })).toBeVisible()
  await expect.element(another).toHaveFocus()
})
