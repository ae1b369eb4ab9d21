// An answer that is stored, and of which nothing comes back.
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { listDrafts, writeDraft } from '#platform/web/phone/draft-store.ts'
import { wipeDrafts } from '#platform/web/phone/drafts.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getAnswered, getSurvey, sendSurvey } from '../calls.ts'
import { blankOf, questionsOf } from '../contract/form.ts'
import { formOf } from '../contract/forms/forms.ts'
import type { SurveyStatus } from '../contract/status.ts'
import { alreadySent, thanks } from '../rules.ts'
import SurveyScreen from './SurveyScreen.tsx'

const open: SurveyStatus = {
  datum: true,
  contenttype: 'tjansteman',
  year: 2026,
  opens: '2026-09-01',
  closes: '2026-09-30',
  head: null,
}
const form = formOf('tjansteman', 2026)

let status: SurveyStatus
/** What the server has stored; null: nothing. */
let stored: string | null
let isLost: boolean
/** Whether the server fails when it is asked if the employee has answered. */
let isFailing: boolean

beforeEach(async () => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  await wipeDrafts()
  const answers = Object.fromEntries(questionsOf(form).map(({ name, answers: [first] }) => [name, first]))
  await writeDraft('anna', 'survey-2026-tjansteman', { ...blankOf(form), ...answers })
  status = open
  stored = null
  isLost = true
  isFailing = false
  const answer = (result: unknown) => Response.json({ result, timestamp: '2026-09-21T12:00:00' })
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path === getSurvey.path) return answer([status])
    if (path === getAnswered.path) return isFailing ? new Response(null, { status: 500 }) : answer(stored !== null)
    if (path !== sendSurvey.path) throw new TypeError('Failed to fetch')
    const said = stored === null ? thanks : alreadySent
    stored ??= body as string
    if (isLost) throw new TypeError('Failed to fetch')
    return answer(said)
  })
})
afterEach(() => vi.unstubAllGlobals())

const drafts = async () => (await listDrafts('anna')).map(({ key }) => key)

const openSurvey = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SurveyScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )

async function sendInVain() {
  const screen = await openSurvey()
  const save = screen.getByRole('button', { name: 'Spara' })
  await save.click()
  await expect.element(screen.getByText('Ett fel inträffade')).toBeVisible()
  expect(stored).not.toBeNull()
  return { screen, save }
}

it('has arrived, says the second attempt', async () => {
  const { screen, save } = await sendInVain()
  isLost = false
  await save.click()
  await expect.element(screen.getByRole('heading', { name: 'Ditt svar hade redan kommit fram.' })).toHaveFocus()
  await expect.element(screen.getByText(/sparades inte/)).not.toBeInTheDocument()
  await expect.poll(drafts).toEqual([])
})

it('is not what has been changed since', async () => {
  const { screen, save } = await sendInVain()
  isLost = false
  await screen.getByRole('textbox').first().fill('Fler fläktar.')
  await save.click()
  await expect.element(screen.getByText(/Det du fyllde i nu sparades inte/)).toBeVisible()
})

it('is not one from before, which could not be loaded', async () => {
  stored = 'what was answered before'
  isFailing = true
  const { screen, save } = await sendInVain()
  isLost = false
  await save.click()
  await expect.element(screen.getByText(/Det du fyllde i nu sparades inte/)).toBeVisible()
})

it('leaves no draft on the phone when the employee comes back instead', async () => {
  const { screen } = await sendInVain()
  expect(await drafts()).toHaveLength(1)
  // As when the app has been away for a while.
  await queryClient.refetchQueries({ queryKey: keyOf(getAnswered) })
  await expect.element(screen.getByText(alreadySent)).toBeVisible()
  await expect.poll(drafts).toEqual([])
  // Nor does the form come back while the server fails.
  isFailing = true
  await queryClient.refetchQueries({ queryKey: keyOf(getAnswered) })
  await expect.poll(() => queryClient.getQueryState(keyOf(getAnswered))?.status).toBe('error')
  await expect.element(screen.getByText(alreadySent)).toBeVisible()
})

it('is of one form only, when the employee gets the other one meanwhile', async () => {
  const screen = await openSurvey()
  const count = questionsOf(form).length
  await expect.element(screen.getByText(`Besvarade frågor: ${count} av ${count}`)).toBeVisible()
  status = { ...open, contenttype: 'forare' }
  await queryClient.refetchQueries({ queryKey: keyOf(getSurvey) })
  const others = questionsOf(formOf('forare', 2026)).length
  await expect.element(screen.getByText(`Besvarade frågor: 0 av ${others}`)).toBeVisible()
  expect(await drafts()).toEqual(['survey-2026-tjansteman'])
})
