/** Items on a page of a list, and in a block of the dashboard. */
export const PAGE_SIZE = 5

/** The longest comment; the server counts after trimming. */
export const COMMENT_LENGTH = 400

/** Comments per page of an answer; older ones are on the next pages. */
export const COMMENTS_SIZE = 200

export const commentRefusal = 'Kommentar får inte vara tomt och inte överskrida 400 tecken'

export const isComment = (text: string): boolean => {
  const { length } = text.trim()
  return length > 0 && length <= COMMENT_LENGTH
}

export const pagesOf = (totalRecords: number): number => Math.ceil(totalRecords / PAGE_SIZE)

/** The page numbers to show, always including the first and last; null represents those left out. Pages count from 0. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index)
  const first = Math.min(Math.max(page - 1, 1), pages - 4)
  const shown = new Set([0, first, first + 1, first + 2, pages - 1])
  if (page <= 2) shown.add(1).add(2).add(3)
  if (page >= pages - 3)
    shown
      .add(pages - 2)
      .add(pages - 3)
      .add(pages - 4)
  return [...shown]
    .toSorted((a, b) => a - b)
    .flatMap((number, index, all) => (index > 0 && number - (all[index - 1] ?? 0) > 1 ? [null, number] : [number]))
}

/** Why a reader reports a comment. */
export const reportReasons = [
  'Kränkande eller hotfull',
  'Pekar ut en kollega eller resenär',
  'Felaktig eller vilseledande',
  'Hör inte hit',
] as const

/** What the office may decide about a reported comment. */
export type Moderated = 'Behållen' | 'Dold' | 'Borttagen'

export const spokenNumber = (number: number): string => `K-${number}`

interface Place {
  readonly isGroup: boolean
  readonly itemId: number
  readonly commentId: number
}

/** Where a comment is: list, item and comment, 'koncern/12/34'. */
export const placeOf = ({ isGroup, itemId, commentId }: Place): string =>
  `${isGroup ? 'koncern' : 'region'}/${itemId}/${commentId}`

/** The path of the page of a comment's item, below 'nyheter/': 'koncern/12'. */
export const itemOfPlace = (place: string | null): string => place?.split('/').slice(0, 2).join('/') ?? 'koncern'
