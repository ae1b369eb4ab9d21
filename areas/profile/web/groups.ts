import type { DetailsForm } from '../contract.ts'

type Field = keyof DetailsForm

/** The cards of the details that are changed one at a time, with their fields. */
export const groups = {
  address: ['address', 'zipCode', 'city'],
  contact: ['phoneNumber', 'email'],
  relative: ['relativeName', 'relativeRelation', 'relativePhone'],
} as const satisfies Readonly<Record<string, readonly Field[]>>

export type Group = keyof typeof groups

export const groupNames = Object.keys(groups) as Group[]

/** Whether all of the fields are on one card. */
export const areIn = (group: Group, fields: readonly string[]): boolean =>
  fields.every((field) => (groups[group] as readonly string[]).includes(field))

/** What to open to continue a draft: the card that has all of its fields, otherwise the whole form. */
export const groupOf = (fields: readonly string[]): Group | 'all' =>
  groupNames.find((group) => areIn(group, fields)) ?? 'all'
