import { prefetch, useCall } from '#platform/web/calls/query.ts'
import { AllLink } from '#platform/web/ui/AllLink.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { newsIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { PAGE_SIZE } from '../rules.ts'
import { failedText, firstPage, type Kind, kinds, useKindTitle } from './kinds.ts'
import styles from './NewsBlock.module.css'
import { ReadMore } from './ReadMore.tsx'
import { Unread } from './Unread.tsx'

const options = { failedText }

export const prefetchNews = (kind: Kind) => prefetch(kinds[kind].list, firstPage, options)

/** The newest five items of a list, on the dashboard. */
export function NewsBlock({ kind }: { kind: Kind }) {
  const title = useKindTitle(kind)
  const load = useCall(kinds[kind].list, firstPage, options)
  return (
    <Card title={title} icon={newsIcon} aside={<AllLink to={kinds[kind].path} of={`nyheter från ${title}`} />}>
      <Loaded of={load} skeleton={<Skeleton shape="rows" lines={5} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon={newsIcon} title="Inga nyheter ännu" />
          ) : (
            <ul className={styles['list']}>
              {items.slice(0, PAGE_SIZE).map((item) => (
                <li key={item.id} className={styles['item']}>
                  <h3 id={`block-${item.id}`} className={styles['title']}>
                    {item.title}
                  </h3>
                  <p className={styles['foot']}>
                    <span className={styles['when']}>
                      <time dateTime={item.publishedDate}>{item.publishedDate.slice(0, 10)}</time>
                      <Unread item={item} />
                    </span>
                    <ReadMore kind={kind} id={item.id} titleId={`block-${item.id}`} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
