import { useNavigate } from 'react-router'
import { useCall } from '#platform/web/calls/query.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Lines, useEscape } from '#platform/web/ui/panes/Panes.tsx'
import { Rows } from '#platform/web/ui/panes/Rows.tsx'
import { usePage } from '#platform/web/ui/panes/use-chosen.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { pagesOf } from '../rules.ts'
import { failedText, itemAt, type Kind, kinds, listAt, useKindTitle } from './kinds.ts'
import { lastOfAll, Segments } from './NewsList.tsx'
import { PageButtons } from './PageButtons.tsx'
import { Unread } from './Unread.tsx'

/** The page of the list that the item was opened from, beside the item. Escape leads back to the item's row. */
export function BesideItem({ kind, newsId }: { kind: Kind; newsId: string }) {
  const title = useKindTitle(kind)
  const navigate = useNavigate()
  const [page, setPage] = usePage(lastOfAll)
  const load = useCall(kinds[kind].list, { page, compact: true }, { failedText, keepPrevious: true })
  useEscape(() => void navigate(listAt(kind, page), { state: { from: newsId } }))
  return (
    <>
      <Segments />
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={5} />}>
        {({ items, totalRecords }) => (
          <>
            <Rows>
              <Lines
                label={`Nyheter, ${title}`}
                chosen={newsId}
                to={(id) => itemAt(kind, Number(id), page)}
                lines={items.map((item) => ({
                  id: String(item.id),
                  title: item.title,
                  facts: [item.publishedDate.slice(0, 10), item.authorName].filter(Boolean).join(' · '),
                  aside: <Unread item={item} />,
                }))}
              />
            </Rows>
            <PageButtons page={page} pages={pagesOf(totalRecords)} onPage={setPage} />
          </>
        )}
      </Loaded>
    </>
  )
}
