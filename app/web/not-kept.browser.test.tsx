// Forms on a phone that refuses to store anything, such as in a private window.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { post } from '#platform/contract/call.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import type { Assignment } from '../../areas/assignments/contract.ts'
import ReportBackForm from '../../areas/assignments/web/ReportBackForm.tsx'
import type { NewsComment } from '../../areas/news/contract.ts'
import { CommentForm } from '../../areas/news/web/CommentForm.tsx'
import type { DetailsForm } from '../../areas/profile/contract.ts'
import { useProfileDraft } from '../../areas/profile/web/draft.ts'
import ProfileForm from '../../areas/profile/web/ProfileForm.tsx'
import SuggestionForm from '../../areas/suggestions/web/SuggestionForm.tsx'
import { EvaluationForm } from '../../areas/training/web/EvaluationForm.tsx'

const assignment: Assignment = {
  id: 7,
  starttid: '2026-11-21T04:31:00',
  sluttid: '2026-11-21T05:02:00',
  startForskjutning: '+01:00',
  slutForskjutning: '+01:00',
  turStarttid: null,
  beskrivning: 'Tur 14',
  tjanst: '101',
  fordonStr: '2115',
  startplats: 'Depån',
  slutplats: 'Vasaplan',
  anmarkning: '',
  ejFramAterkorning: false,
  linje: null,
  slag: 'tur',
  harTur: false,
  aterrapporterad: null,
}

const values: DetailsForm = {
  firstName: 'Anna',
  lastName: 'Lindgren',
  email: 'anna@post.example',
  address: 'Storgatan 1',
  zipCode: '903 26',
  city: 'Umeå',
  phoneNumber: '701740605',
  relativeName: '',
  relativeRelation: '',
  relativePhone: '',
}

function Profile() {
  const draft = useProfileDraft()
  const details = { values, tag: 'a', companyOwned: [] }
  if (draft.draft === undefined) return null
  return (
    <ProfileForm
      details={details}
      draft={draft}
      loadAgain={() => Promise.resolve(details)}
      focused={false}
      group={null}
      top={null}
      onEnd={() => {}}
    />
  )
}

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ result: [], timestamp: '2026-11-21T12:00:00' })))
})

const notKept = /^Det du skriver kan inte sparas på (datorn|telefonen)\./

const show = (form: ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>{form}</QueryClientProvider>
    </MemoryRouter>,
  )

const forms = {
  'a suggestion': () => <SuggestionForm />,
  'an evaluation': () => <EvaluationForm />,
  'a report-back': () => <ReportBackForm assignment={assignment} date="2026-11-21" giveUp={null} onClose={() => {}} />,
  'the profile': () => <Profile />,
}

it.each(Object.entries(forms))('the form of %s says so', async (_form, form) => {
  const screen = await show(form())
  await expect.element(screen.getByText(notKept)).toBeVisible()
})

it('the form of a comment says so to whoever writes one', async () => {
  const screen = await show(
    <CommentForm
      draftKey="comment"
      label="Skriv en kommentar"
      submitLabel="Skicka"
      call={post<NewsComment, string>('/api/prov/kommentar')}
      bodyOf={(text) => text}
      textOf={(body) => body}
      onSaved={() => {}}
    />,
  )
  await expect.element(screen.getByText(notKept)).not.toBeInTheDocument()
  await screen.getByLabelText('Skriv en kommentar').fill('Bra skrivet.')
  await expect.element(screen.getByText(notKept)).toBeVisible()
})
