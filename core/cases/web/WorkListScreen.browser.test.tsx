// The work list on a device whose employee has it open in several tabs.
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { signInText } from '#platform/web/page/test-variant.ts'
import { readCopy, writeCopies } from '#platform/web/phone/copy-store.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { announceUser, readLastUser, userKey } from '#platform/web/who/stored-user.ts'
import { keepWorkList, type WorkList } from './kept-work-list.ts'
import WorkListScreen from './WorkListScreen.tsx'

const address = 'kontor/arbetslista'
const list: WorkList = {
  kind: 'prov',
  title: 'Felanmälningar',
  heads: ['Nummer', 'Ärende'],
  rows: [
    ['F-1', 'Vindrutetorkare'],
    ['F-2', 'Dörr'],
  ],
  done: [],
}

let subject: string
beforeEach(async () => {
  localStorage.setItem(userKey, signInText('roger'))
  announceUser()
  await (await openPhone()).clear('answers')
  subject = readLastUser()?.subject ?? ''
  await keepWorkList(subject, list)
})

async function open() {
  const screen = await render(
    <MemoryRouter>
      <WorkListScreen />
    </MemoryRouter>,
  )
  const line = (number: string) => screen.getByRole('checkbox', { name: new RegExp(number) })
  await expect.element(screen.getByRole('checkbox').first()).toBeVisible()
  return { screen, line }
}

const kept = async () => {
  const copy = await readCopy(subject, address)
  return copy && { ...(copy.answer as WorkList), at: copy.at }
}
/** Changes the list as another tab does, without this one noticing. */
const elsewhere = (answer: WorkList, at: number) => writeCopies([{ subject, address, answer, at }])

it('keeps what another tab has ticked', async () => {
  const { line } = await open()
  await elsewhere({ ...list, done: ['F-2'] }, (await kept())?.at ?? 0)
  await line('F-1').click()
  await expect.poll(async () => (await kept())?.done.toSorted()).toEqual(['F-1', 'F-2'])
  await expect.element(line('F-2')).toBeChecked()
})

it('shows the list that another tab has taken along since, and leaves it as it is', async () => {
  const { line } = await open()
  await elsewhere({ ...list, rows: [['F-3', 'Ramp']] }, ((await kept())?.at ?? 0) + 1)
  await line('F-1').click()
  await expect.element(line('F-3')).not.toBeChecked()
  expect(await kept()).toMatchObject({ rows: [['F-3', 'Ramp']], done: [] })
})

it('ticks nothing in a list that another tab has removed', async () => {
  const { line } = await open()
  await (await openPhone()).clear('answers')
  await line('F-1').click()
  await expect.element(line('F-1')).not.toBeInTheDocument()
  expect(await kept()).toBeUndefined()
})

it('a list that is removed leaves the focus to the heading, since its button has disappeared', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Ta bort från enheten' }).click()
  await expect.element(screen.getByText('Ingen arbetslista på den här enheten')).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
