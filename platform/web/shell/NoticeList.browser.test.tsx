// The warnings at the top of every screen.
import { beforeEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '../calls/query-client.ts'
import { addNotice, dismissNotice, readNotices } from '../wire/notices.ts'
import NoticeList from './NoticeList.tsx'

beforeEach(() => {
  for (const { id } of readNotices()) dismissNotice(id)
  queryClient.clear()
})

it('a failed load that no screen has any more takes its warning along', async () => {
  const load = (name: string) =>
    queryClient.prefetchQuery({
      queryKey: [name],
      queryFn: () => Promise.reject(new Error('500')),
      meta: { failedText: 'Hämta förslag misslyckades' },
    })
  await Promise.all([load('/api/prov/ett'), load('/api/prov/två')])
  const screen = await render(<NoticeList />)
  await expect.element(screen.getByText('Hämta förslag misslyckades')).toBeVisible()
  queryClient.removeQueries({ queryKey: ['/api/prov/ett'] })
  await expect.element(screen.getByText('Hämta förslag misslyckades')).toBeVisible()
  queryClient.removeQueries({ queryKey: ['/api/prov/två'] })
  await expect.element(screen.getByText('Hämta förslag misslyckades')).not.toBeInTheDocument()
})

it('a warning that is dismissed leaves the focus to the heading', async () => {
  addNotice('Hämta schema misslyckades')
  const screen = await render(
    <>
      <NoticeList />
      <h1 tabIndex={-1}>Hem</h1>
    </>,
  )
  await screen.getByRole('button', { name: 'Stäng meddelandet' }).click()
  await expect.element(screen.getByText('Hämta schema misslyckades')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('heading')).toHaveFocus()
})
