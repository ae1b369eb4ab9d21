// A document that could not be fetched is tried again, and the focus is not lost.
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { FetchedFile } from '#core/documents/web/fetched-file.ts'
import { PolicyPane } from './PolicyPane.tsx'

it.each([
  ['beside the list', undefined, 'Policy & Rutiner'],
  ['in a dialog', () => undefined, 'Körordning'],
])('%s', async (_where, onClose, heading) => {
  const answers: PromiseWithResolvers<FetchedFile>[] = []
  const fetchFile = () => {
    const answer = Promise.withResolvers<FetchedFile>()
    answers.push(answer)
    return answer.promise
  }
  const screen = await render(
    <>
      <h1 tabIndex={-1}>Policy & Rutiner</h1>
      <PolicyPane
        document={{ filename: 'Körordning.png', size: 9, date: '2026-11-21' }}
        fetchFile={fetchFile}
        {...(onClose && { onClose })}
      />
    </>,
  )
  const again = screen.getByRole('button', { name: 'Försök igen' })
  answers.pop()?.reject(new Error('no answer'))
  await again.click()
  await expect.element(again).toHaveFocus()
  answers.pop()?.reject(new Error('no answer'))
  await expect.element(again).not.toHaveAttribute('aria-busy')
  await again.click()
  answers.pop()?.resolve({ base64: 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=' })
  await expect.element(screen.getByRole('img', { name: 'Körordning' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: heading })).toHaveFocus()
})
