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

test.each([
  'username',
  'cognito:username',
  'winaccountname',
  'sAMAccountName',
  'onprem_sam_account_name',
  'Unique_Name',
  'userPrincipalName',
  'uid',
  'https://example.se/claims/user_name',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn',
  'http://schemas.microsoft.com/ws/2008/06/identity/claims/windowsaccountname',
  'urn:oid:0.9.2342.19200300.100.1.1',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.6',
  'URN:OID:1.2.840.113556.1.4.221',
])('%s is such a value, however its name is written', (claim) => {
  expect(read(claim)).toBeUndefined()
})

test.each([
  'http://schemas.microsoft.com/identity/claims/objectidentifier',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier',
  'urn:oid:1.3.6.1.4.1.5923.1.1.1.13',
  'custom:anstid',
  'user_id',
])('%s, which stays with its person, is taken', (claim) => {
  expect(read(claim)).toBe(claim)
})
