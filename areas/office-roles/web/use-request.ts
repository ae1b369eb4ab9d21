import type { Call } from '#platform/contract/call.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { useWhileHere } from '#platform/web/office/use-while-here.ts'

interface RequestOptions {
  /** The lists that the request changes. */
  reloads: readonly Pick<Call<unknown>, 'path'>[]
  /** Called when it is in force at once. */
  onDone: () => void
}

/** Sends what may need the approval of a second person. */
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
    /** It is stored and waits for the approval. */
    waits: answer?.vantar === true,
    /** The server's message about a field. */
    wrong: (field: string) => error?.modelState?.[field]?.[0],
  }
}
