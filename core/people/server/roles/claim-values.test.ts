import { expect, test } from 'vitest'
import { hashesOf, hashOf, valuesOf } from './claim-values.ts'

const claims = {
  roles: ['verkstad.norr', 7, null, ['x'], 'hr'],
  groups: '/norr/kiruna/verkstad',
  realm_access: { roles: ['a'], 'b.c': { d: 'e' } },
  resource_access: { 'linjen.portal': { roles: ['f'] } },
  'https://linjen.se/roller': ['g'],
  admin: true,
}

test.each([
  ['roles', ['verkstad.norr', 'hr']],
  ['groups', ['/norr/kiruna/verkstad']],
  ['realm_access.roles', ['a']],
  ['realm_access.b.c.d', ['e']],
  ['resource_access.linjen.portal.roles', ['f']],
  ['https://linjen.se/roller', ['g']],
  ['admin', []],
  ['realm_access', []],
  ['roles.0', []],
  ['absent', []],
  ['realm_access.absent', []],
  ['groups.length', []],
  ['constructor.name', []],
  ['__proto__.constructor', []],
  ['.', []],
])('%s is %j', (claim, values) => {
  expect(valuesOf(claims, claim)).toEqual(values)
})

test('groups that a token leaves out are unknown, not none', () => {
  expect(valuesOf({ _claim_names: { groups: 'src1' } }, 'groups')).toBeNull()
  expect(valuesOf({ hasgroups: true }, 'groups')).toBeNull()
  expect(valuesOf({ hasgroups: true }, 'roles')).toEqual([])
})

test('what is remembered is told apart by claim and value, and says neither', () => {
  const hashes = hashesOf(claims, ['https://linjen.se/roller'])
  expect(hashes).toEqual(
    expect.arrayContaining([
      hashOf('roles', 'hr'),
      hashOf('https://linjen.se/roller', 'g'),
      hashOf('groups', claims.groups),
    ]),
  )
  expect(hashes).toHaveLength(5)
  expect(hashOf('roles', 'g')).not.toBe(hashOf('groups', 'g'))
  expect(hashes.join(' ')).not.toContain('verkstad')
  const many = { groups: Array.from({ length: 2000 }, (_, at) => `g${at}`) }
  expect(hashesOf(many, []).length).toBeLessThanOrEqual(500)
})
