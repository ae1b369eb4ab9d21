// The likely buses, which are offered as buttons.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { AreasContext } from '#platform/web/shell/areas-context.ts'
import { useDutyAtHand } from '#platform/web/shell/duty-at-hand.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { VehicleChoice } from './VehicleChoice.tsx'

const bus = { name: 'Buss 2117', number: '2117' }
const duty: DutyAtHand = { underWay: true, vehicle: bus.name, place: 'Luleå', begins: 0, changes: Infinity }

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(['duty-at-hand'], duty)
})

function Screen() {
  const [typed, setTyped] = useState('')
  const chosen = typed === bus.name ? bus : null
  return (
    <>
      <h1 tabIndex={-1}>Felrapportering</h1>
      <VehicleChoice vehicles={[bus]} typed={typed} chosen={chosen} onChange={setTyped} />
    </>
  )
}

it('a bus that is chosen by its button, which disappears, leaves the focus to the heading', async () => {
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <Screen />
    </QueryClientProvider>,
  )
  await screen.getByRole('button', { name: /Buss 2117/ }).click()
  await expect.element(screen.getByRole('combobox', { name: 'Fordon' })).toHaveValue(bus.name)
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})

it('the buttons stay, with the focus, while the duty is loaded again', async () => {
  const again = Promise.withResolvers<DutyAtHand>()
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <AreasContext value={[{ dutyAtHand: () => again.promise }]}>
        <Screen />
        <Known />
      </AreasContext>
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button', { name: /Buss 2117/ })
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  const reloaded = queryClient.invalidateQueries({ queryKey: ['duty-at-hand'] })
  await expect.element(screen.getByText('Tjänsten laddas')).toBeVisible()
  await expect.element(button).toHaveFocus()
  again.resolve(duty)
  await reloaded
  await expect.element(screen.getByText('Tjänsten är känd')).toBeVisible()
  await expect.element(button).toHaveFocus()
})

function Known() {
  return <p>{useDutyAtHand() === undefined ? 'Tjänsten laddas' : 'Tjänsten är känd'}</p>
}
