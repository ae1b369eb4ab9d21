// The office's calls on the cases of a queue, for tests.
import type { Case, CaseList } from '#core/cases/contract.ts'
import type { TestAnswer, TestPortal } from './test-portal.ts'

/** `queue`: as its addresses name it. The portal is a function because tests start it in `beforeAll`, after this. */
export function officeCalls(portal: () => TestPortal, queue: string) {
  const at = (path: string) => `/api/kontor/arenden/${queue}/${path}`
  const get = (userName: string, path: string): Promise<TestAnswer> => portal().send(userName, 'GET', at(path))
  const post = (userName: string, path: string, body: object, headers = {}): Promise<TestAnswer> =>
    portal().send(userName, 'POST', at(path), { body, headers })
  const one = async (userName: string, number: string): Promise<Case> =>
    (await get(userName, `arende?nummer=${number}`)).body.result
  const list = async (userName: string, query = ''): Promise<CaseList> =>
    (await get(userName, `lista${query}`)).body.result
  const answer = (userName: string, number: string, version: number, fields: object) =>
    post(userName, 'svara', { number, version, state: null, text: '', asks: false, ...fields })
  return { get, post, one, list, answer }
}
