import { permissions, permissionsOf, roles, type Role } from '#core/people/roles.ts'

/** What a role is, in Swedish: for the lists, and for its holders. */
export const described = (role: Role) => {
  const { name: namn, purpose: syfte, sensitive: kanslig } = roles[role]
  const tillater = permissionsOf(role).map((permission) => permissions[permission])
  return { roll: role, namn, syfte, kanslig, tillater }
}

/** The longest time for which somebody takes a role in an emergency. */
export const MOST_HOURS = 4

/** Whether a role may be taken in an emergency: giving roles is never one. */
export const isForEmergency = (role: Role): boolean => !permissionsOf(role).includes('roles.give')

/** The last day on which a deputy may have a role, for one that begins on a day. */
export const lastDeputyDay = (from: string): string => `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`
