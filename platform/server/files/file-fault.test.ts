import { expect, test } from 'vitest'
import { mayBeOfOneFile, NotRead } from './file-fault.ts'

const answered = (httpStatusCode: number) =>
  new NotRead(new Error('read', { cause: Object.assign(new Error('…'), { $metadata: { httpStatusCode } }) }))
const coded = (code: string) => new NotRead(Object.assign(new Error(code), { code }))

test('a fault may be of one file unless the store refuses everybody, is busy or does not answer', () => {
  expect([403, 400, 500].map((status) => mayBeOfOneFile(answered(status)))).toEqual([true, true, true])
  expect([401, 429, 503].map((status) => mayBeOfOneFile(answered(status)))).toEqual([false, false, false])
  expect(['EIO', 'EACCES', 'EPERM'].map((code) => mayBeOfOneFile(coded(code)))).toEqual([true, true, true])
  expect(['ECONNREFUSED', 'EMFILE', 'ESTALE'].map((code) => mayBeOfOneFile(coded(code)))).toEqual([false, false, false])
  expect(mayBeOfOneFile(new NotRead(new Error('no answer within 7000 ms')))).toBe(false)
})
