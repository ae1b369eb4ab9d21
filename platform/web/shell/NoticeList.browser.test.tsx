import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { addNotice } from '../wire/notices.ts'
import NoticeList from './NoticeList.tsx'

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
