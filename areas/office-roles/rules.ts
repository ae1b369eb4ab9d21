import { permissions, permissionsOf, roles, type Role } from '#core/people/roles.ts'

/** A role in Swedish words, for the lists and for its holders. */
export const described = (role: Role) => {
  const { name: namn, purpose: syfte, sensitive: kanslig } = roles[role]
  const tillater = permissionsOf(role).map((permission) => permissions[permission])
  return { roll: role, namn, syfte, kanslig, tillater }
}

/** The most hours for which somebody may take a role in an emergency. */
export const MOST_HOURS = 4

/** Whether a role may be taken in an emergency. A role that gives roles may not. */
export const isForEmergency = (role: Role): boolean => !permissionsOf(role).includes('roles.give')

/** The last day on which a deputy may have a role, given the first day. */
export const lastDeputyDay = (from: string): string => `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`
