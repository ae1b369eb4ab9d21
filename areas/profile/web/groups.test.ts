import { expect, it } from 'vitest'
import { groupOf } from './groups.ts'

it.each([
  [['phoneNumber'], 'contact'],
  [['zipCode', 'city'], 'address'],
  [['zipCode', 'email'], 'all'],
  [['firstName'], 'all'],
])('half-typed %j is continued in %s', (fields, opened) => expect(groupOf(fields)).toBe(opened))
