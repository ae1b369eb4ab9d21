// The likely buses, which are offered as buttons.
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { VehicleChoice } from './VehicleChoice.tsx'

const bus = { name: 'Buss 2117', number: '2117' }

beforeEach(() => {
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  queryClient.setQueryData(['duty-at-hand'], { underWay: true, vehicle: bus.name, place: 'Luleå' })
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
