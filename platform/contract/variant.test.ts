import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { VariantFile } from './variant.ts'

const file = JSON.parse(await readFile(new URL('../../variants/norr/variant.json', import.meta.url), 'utf8')) as {
  signIn: object
}
const read = (subjectClaim: unknown) =>
  VariantFile.safeParse({ ...file, signIn: { ...file.signIn, subjectClaim } }).data?.signIn.subjectClaim

test('employees are found by sub, or by the configured claim', () => {
  expect(VariantFile.parse(file).signIn.subjectClaim).toBe('sub')
  for (const claim of ['oid', 'https://example.se/anstid', 'objectGUID']) expect(read(claim)).toBe(claim)
})

test('and never by a value that a person can change or another person can inherit', () => {
  for (const claim of ['email', 'preferred_username', 'upn', 'name', '', 'a b', 1]) expect(read(claim)).toBeUndefined()
})
