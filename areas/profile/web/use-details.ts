import { useQuery } from '@tanstack/react-query'
import { send } from '#platform/web/wire/client.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { nationalDigits } from '#core/people/rules.ts'
import { companyOwnedHeader, getDetails } from '../calls.ts'
import type { DetailsForm } from '../contract.ts'

/** The details in the form's shape, with their version. */
export interface LoadedDetails {
  readonly values: DetailsForm
  readonly tag: string
  /** Fields that only the company changes. */
  readonly companyOwned: readonly string[]
}

export function useDetails() {
  return useQuery({
    queryKey: keyOf(getDetails),
    queryFn: async ({ signal }): Promise<LoadedDetails> => {
      let received = new Headers()
      const details = await send(getDetails, { signal, onHeaders: (headers) => (received = headers) })
      return {
        values: {
          ...details,
          phoneNumber: nationalDigits(details.phoneNumber),
          relativePhone: nationalDigits(details.relativePhone),
        },
        tag: received.get('etag') ?? '*',
        companyOwned: (received.get(companyOwnedHeader) ?? '').split(', '),
      }
    },
  })
}
