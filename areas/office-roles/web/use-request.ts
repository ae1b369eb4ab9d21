import type { Call } from '#platform/contract/call.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { useWhileHere } from '#platform/web/office/use-while-here.ts'

interface RequestOptions {
  /** The lists that the request changes. */
  reloads: readonly Pick<Call<unknown>, 'path'>[]
  /** Called if the request takes effect at once. */
  onDone: () => void
}

/** Sends a request that may need the approval of a second person. */
export function useRequest<Body>(
  call: Call<{ vantar: boolean }, undefined, Body>,
  { reloads, onDone }: RequestOptions,
) {
  const done = useWhileHere(onDone)
  const { submit, busy, error, answer } = useSend(call, {
    once: true,
    reloads,
    onSuccess: ({ vantar }) => {
      if (!vantar) done()
    },
  })
  return {
    submit,
    busy,
    error,
    /** Whether the request is stored and waits for approval. */
    waits: answer?.vantar === true,
    /** The server's message about a field. */
    wrong: (field: string) => error?.modelState?.[field]?.[0],
  }
}
