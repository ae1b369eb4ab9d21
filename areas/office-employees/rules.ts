import { type FeatureFlag, featureFlags, type LinkFlag, linkFlags } from '#platform/contract/flags.ts'

type RightName = FeatureFlag | LinkFlag | 'BlacklistEnabled'

const links = Object.entries(linkFlags).map(([flag, label]) => [flag, `Länk: ${label}`])

/** Rights that an employee has or does not have. Each is a claim. */
export const rightLabels = {
  ...featureFlags,
  ...Object.fromEntries(links),
  BlacklistEnabled: 'Länkar visas bara med egen behörighet',
} as Readonly<Record<RightName, string>>
export const rights = Object.keys(rightLabels) as readonly RightName[]

/** The fields that the office may set, as they are stored. */
export const changeable = ['manager', 'IntraCompanyArea', 'IntraPosition'] as const
export type Changeable = (typeof changeable)[number]

export const fieldLabels: Readonly<Record<Changeable, string>> = {
  manager: 'Närmaste chef',
  IntraCompanyArea: 'Område',
  IntraPosition: 'Befattning',
}

/** The most characters of what the office types in a field. */
export const TYPED_LENGTH = 1000
