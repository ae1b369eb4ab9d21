import { pageAt } from '#platform/contract/pages.ts'
import { useClaim } from '#platform/web/calls/profile.ts'
import { getGroupItem, getGroupNews, getRegionItem, getRegionNews } from '../calls.ts'

/** The two lists of news. */
export const kinds = {
  region: { path: pageAt('nyheter/region'), list: getRegionNews, item: getRegionItem },
  group: { path: pageAt('nyheter/koncern'), list: getGroupNews, item: getGroupItem },
} as const

export type Kind = keyof typeof kinds

const onPage = (path: string, page: number) => (page > 0 ? `${path}?sida=${page + 1}` : path)

/** The address of a page of a list. */
export const listAt = (kind: Kind, page: number): string => onPage(kinds[kind].path, page)

/** The address of an item, with the page of the list that it was opened from. */
export const itemAt = (kind: Kind, id: number, page = 0): string => onPage(`${kinds[kind].path}/${id}`, page)

/** The title of a list: the region's list is named after the area where the employee works. */
export function useKindTitle(kind: Kind): string {
  const area = useClaim('IntraCompanyArea') ?? 'Region'
  return kind === 'region' ? area : 'Koncern'
}

/** The query that the dashboard makes for a list. */
export const firstPage = { page: 0, compact: true } as const

/** The key of an item that the employee has seen. */
export const newsKey = (id: number) => `nyhet:${id}`

export const failedText = 'Hämta Nyheter misslyckades'
