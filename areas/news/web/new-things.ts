import { callOptions, fetchRecent } from '#platform/web/calls/query.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import type { NewThing } from '#platform/web/shell/area.ts'
import { failedText, firstPage, type Kind, kinds, newsKey } from './kinds.ts'

/** The newest items of both lists, as the dashboard's blocks show them. Of a list that fails, those that were loaded last. */
export default async function newNews(): Promise<readonly NewThing[]> {
  return (await Promise.all((['region', 'group'] as const).map(newestOf))).flat()
}

async function newestOf(kind: Kind): Promise<NewThing[]> {
  const { list, path } = kinds[kind]
  const last = () => queryClient.getQueryData(callOptions(list, firstPage).queryKey)
  const page = await fetchRecent(list, firstPage, { failedText }).catch(last)
  return (page?.items ?? []).map(({ id, title, publishedDate }) => ({
    key: newsKey(id),
    at: publishedDate,
    text: title,
    to: `${path}/${id}`,
    several: { text: 'nyheter', to: path },
  }))
}
