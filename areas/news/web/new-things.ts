import { fetchRecent } from '#platform/web/calls/query.ts'
import type { NewThing } from '#platform/web/shell/area.ts'
import { failedText, firstPage, type Kind, kinds, newsKey } from './kinds.ts'

/** The newest items of both lists, as the dashboard's blocks show them. */
export default async function newNews(): Promise<readonly NewThing[]> {
  const lists = await Promise.allSettled((['region', 'group'] as const).map(newestOf))
  return lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
}

async function newestOf(kind: Kind): Promise<NewThing[]> {
  const { list, path } = kinds[kind]
  const { items } = await fetchRecent(list, firstPage, { failedText })
  return items.map(({ id, title, publishedDate }) => ({
    key: newsKey(id),
    at: publishedDate,
    text: title,
    to: `${path}/${id}`,
    several: { text: 'nyheter', to: path },
  }))
}
