import { QueryClientProvider } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { FormContext } from './definition.ts'
import { usePrefill } from './use-prefill.ts'

const context = { vehicles: null, fromList: false } as FormContext

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
  queryClient.setQueryData(['duty-at-hand'], { underWay, vehicle: 'Buss 2117', place: 'Luleå' })
  const { getByLabelText } = await render(
    <QueryClientProvider client={queryClient}>
      <Form />
    </QueryClientProvider>,
  )
  await expect.element(getByLabelText('Plats')).toHaveValue(filled[0])
  await expect.element(getByLabelText('Fordon')).toHaveValue(filled[1])
})
