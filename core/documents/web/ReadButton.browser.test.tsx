// The button of a list whose first document changes, such as the latest payslip.
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { type DocumentFile, ReadButton } from './ReadButton.tsx'
import type { FetchedFile } from './fetched-file.ts'

const picture = 'R0lGODlhAQABAAAAACwAAAAAAQABAAA='
const answers: PromiseWithResolvers<FetchedFile>[] = []
const month = (name: string): DocumentFile => ({
  fileName: `Lönebesked ${name}.png`,
  fetchFile: () => {
    const answer = Promise.withResolvers<FetchedFile>()
    answers.push(answer)
    return answer.promise
  },
  failedText: 'Hämta Lönespec misslyckades',
  reloads: [],
})
const october = <ReadButton {...month('oktober')}>oktober</ReadButton>
const november = <ReadButton {...month('november')}>november</ReadButton>

it('a document that was asked for keeps its name when the button is another document’s', async () => {
  const screen = await render(october)
  await screen.getByRole('button', { name: 'oktober' }).click()
  await screen.rerender(november)
  answers.shift()?.resolve({ base64: picture })
  const title = screen.getByRole('dialog').getByRole('heading')
  await expect.element(title).toHaveTextContent('Lönebesked oktober')
  await screen.rerender(october)
  await expect.element(title).toHaveTextContent('Lönebesked oktober')
  await screen.rerender(november)
  await expect.element(title).toHaveTextContent('Lönebesked oktober')
})

it('a document that could not be fetched is not said to have failed below another one', async () => {
  const screen = await render(october)
  await screen.getByRole('button', { name: 'oktober' }).click()
  answers.shift()?.reject(new Error('no answer'))
  await expect.element(screen.getByText('Ett fel inträffade')).toBeVisible()
  await screen.rerender(november)
  await expect.element(screen.getByText('Ett fel inträffade')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'november' }).click()
  await screen.rerender(october)
  answers.shift()?.reject(new Error('no answer'))
  await expect.element(screen.getByRole('button', { name: 'oktober' })).not.toHaveAttribute('aria-busy')
  await expect.element(screen.getByText('Ett fel inträffade')).not.toBeInTheDocument()
})
