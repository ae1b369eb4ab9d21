/** The groups of the menu, in their order. Entries about the app itself come last, without a heading. */
const menuGroups = {
  work: 'Mitt arbete',
  incidents: 'När något händer',
  company: 'Bolaget',
  own: 'Om mig',
  app: null,
} as const

export type MenuGroup = keyof typeof menuGroups

export interface Grouped<T> {
  readonly group: MenuGroup
  readonly heading: string | null
  readonly items: readonly T[]
}

/** The items by group, in the groups' order. Empty groups are left out. */
export function byGroup<T extends { readonly group: MenuGroup }>(items: readonly T[]): Grouped<T>[] {
  return (Object.keys(menuGroups) as MenuGroup[])
    .map((group) => ({ group, heading: menuGroups[group], items: items.filter((item) => item.group === group) }))
    .filter((each) => each.items.length > 0)
}
