import { QueryClientProvider } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import type { DutyAtHand } from '#platform/contract/duties.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { AreasContext } from '#platform/web/shell/areas-context.ts'
import type { FormContext } from './definition.ts'
import { usePrefill } from './use-prefill.ts'

const context = { vehicles: null, fromList: false } as FormContext

const duty: DutyAtHand = { underWay: true, vehicle: 'Buss 2117', place: 'Luleå', begins: 0, changes: Infinity }

function Form() {
  const form = useForm<{ Plats: string; Fordon: string }, FormContext>({ defaultValues: { Plats: '', Fordon: '' } })
  usePrefill(form, context, true)
  return (
    <>
      <input aria-label="Plats" {...form.register('Plats')} />
      <input aria-label="Fordon" {...form.register('Fordon')} />
    </>
  )
}

it.each([
  ['under way', true, ['Luleå', 'Buss 2117']],
  ['next', false, ['', '']],
])('the place and bus of a duty that is %s', async (_when, underWay, filled) => {
  queryClient.setQueryData(['duty-at-hand'], { ...duty, underWay })
  const { getByLabelText } = await render(
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>,
  )
  await expect.element(getByLabelText('Plats')).toHaveValue(filled[0])
  await expect.element(getByLabelText('Fordon')).toHaveValue(filled[1])
})

it.each([
  ['a minute old', { updatedAt: Date.now() - 120_000 }, {}],
  ['of before a change of bus', {}, { changes: Date.now() - 1000 }],
])('nothing of a duty that is %s: what it is now', async (_which, options, changed) => {
  queryClient.setQueryData(['duty-at-hand'], { ...duty, ...changed }, options)
  const now = { ...duty, vehicle: 'Buss 2118', place: 'Boden' }
  const { getByLabelText } = await render(
    <QueryClientProvider client={queryClient}>
      <AreasContext value={[{ dutyAtHand: () => Promise.resolve(now) }]}>
        <Form />
      </AreasContext>
    </QueryClientProvider>,
  )
  await expect.element(getByLabelText('Plats')).toHaveValue('Boden')
  await expect.element(getByLabelText('Fordon')).toHaveValue('Buss 2118')
})
