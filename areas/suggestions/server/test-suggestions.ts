import type { TestPortal } from '../../../app/server/test-portal.ts'
import type { Suggestion } from '../contract.ts'

/** Suggestions as tests make them and as employees read them. */
export function suggestionsOf(portal: () => TestPortal) {
  return {
    listed: async (userName: string, id: number): Promise<Suggestion | undefined> =>
      (await portal().send(userName, 'GET', '/api/forslag/')).body.result.find((each: Suggestion) => each.id === id),
    suggested: async (userName: string, Bolag = 'norr'): Promise<{ id: number; number: string }> => {
      const body = { Rubrik: 'Fler bänkar', Bolag, Beskrivning: 'På torget.' }
      const { id, eget } = (await portal().send(userName, 'POST', '/api/forslag/', { body })).body.result as Suggestion
      return { id, number: eget?.nummer ?? '' }
    },
  }
}
