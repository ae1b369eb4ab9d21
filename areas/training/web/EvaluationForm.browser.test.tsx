import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { writeDraft } from '#platform/web/phone/draft-store.ts'
import { sendAll, startOutbox } from '#platform/web/phone/outbox/outbox.ts'
import { OutboxDialog } from '#platform/web/shell/OutboxDialog.tsx'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { questions, scale } from '../rules.ts'
import { EvaluationForm } from './EvaluationForm.tsx'

let refusal: number | null

beforeEach(async () => {
  refusal = null
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  const phone = await openPhone()
  for (const store of ['drafts', 'outbox'] as const) await phone.clear(store)
  vi.stubGlobal('fetch', () =>
    refusal === null
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(
          Response.json({ result: null, timestamp: '2026-11-21T12:00:00', errorMessage: 'Nekad' }, { status: refusal }),
        ),
  )
  await startOutbox()
})
afterEach(() => vi.unstubAllGlobals())

it.each([403, 404])('is shown with every answer when it is refused with %i after it has waited', async (status) => {
  const answers = Object.fromEntries(questions.map(({ id }, at) => [id, scale[at % scale.length] ?? '']))
  const fields = { utbildningsort: 'Umeå', datum: '2026-11-20', ...answers, synpunkter: 'Mer halkkörning', ovrigt: '' }
  await writeDraft('anna', 'training-evaluation', { fields, attempt: null })
  const form = await render(
    <QueryClientProvider client={queryClient}>
      <EvaluationForm />
    </QueryClientProvider>,
  )
  await form.getByRole('button', { name: 'Spara' }).click()
  await expect.element(form.getByText(/^Utvärderingen är sparad på/)).toBeVisible()
  await form.unmount()
  refusal = status
  await sendAll()
  const list = await render(<OutboxDialog onClose={vi.fn()} />)
  await expect.element(list.getByText('Mer halkkörning')).toBeVisible()
  await expect.element(list.getByText('Kursmaterialet var bra.')).toBeVisible()
  await expect.element(list.getByText('Håller helt med')).toBeVisible()
  // A field that was left empty is left out.
  await expect.element(list.getByText('Övrigt')).not.toBeInTheDocument()
})
