import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { NavLink } from '#platform/web/ui/Link.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { RichText } from './RichText.tsx'
import { SearchButton } from '#platform/web/shell/SearchButton.tsx'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { newsIcon } from '#platform/web/ui/icons.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { longList } from '#platform/web/ui/panes/arranged.ts'
import { rowLink, Rows } from '#platform/web/ui/panes/Rows.tsx'
import { usePage } from '#platform/web/ui/panes/use-chosen.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import type { ListedItem } from '../contract.ts'
import { pagesOf } from '../rules.ts'
import { failedText, type Kind, kinds, useKindTitle } from './kinds.ts'
import styles from './NewsList.module.css'
import { PageButtons } from './PageButtons.tsx'
import { ReadMore } from './ReadMore.tsx'
import { Unread } from './Unread.tsx'

/** 'Nyheter': one of the two lists, a page at a time. The page is in the URL, so that Back returns to it. */
export function NewsList({ kind }: { kind: Kind }) {
  const title = useKindTitle(kind)
  const [page, setPage] = usePage(lastOfAll)
  useTitle(`Nyheter, ${title}${page > 0 ? `, sida ${page + 1}` : ''}`)
  const heading = useRef<HTMLHeadingElement>(null)
  const lastPage = useRef(page)
  const load = useCall(kinds[kind].list, { page, compact: true }, { failedText, keepPrevious: true })

  useEffect(() => {
    if (lastPage.current === page) return
    lastPage.current = page
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [page])

  // After an item was open beside the list, the focus returns to its row.
  const section = useRef<HTMLElement>(null)
  const { state } = useLocation()
  const from: unknown = state?.from
  const loaded = load.data !== undefined
  useEffect(() => {
    if (loaded && typeof from === 'string' && section.current) rowLink(section.current, from)?.focus()
  }, [loaded, from])

  return (
    <>
      <PageHeader title="Nyheter" />
      <Segments />
      <section
        ref={section}
        className={styles['section']}
        aria-labelledby="news-heading"
        aria-busy={load.isPlaceholderData}
      >
        <h2 id="news-heading" ref={heading} tabIndex={-1} className={styles['heading']}>
          {title}
        </h2>
        <Loaded of={load} skeleton={<Skeleton shape="rows" lines={5} />}>
          {({ items, totalRecords }) => (
            <>
              {items.length === 0 && (
                <EmptyState icon={newsIcon} title={totalRecords === 0 ? 'Inga nyheter ännu' : 'Inga fler nyheter'} />
              )}
              {totalRecords > longList && <SearchButton place="list" />}
              <Rows>
                <ul className={classes(styles['list'], load.isPlaceholderData && styles['passing'])}>
                  {items.map((item) => (
                    <Listed key={item.id} item={item} kind={kind} page={page} />
                  ))}
                </ul>
              </Rows>
              <PageButtons page={page} pages={pagesOf(totalRecords)} onPage={setPage} />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}

/** The last page that the server accepts. */
export const lastOfAll = 999_998

/** The choice between the region's news and the group's. */
export function Segments() {
  return (
    <nav className={styles['segments']} aria-label="Välj nyheter">
      <Segment kind="region" />
      <Segment kind="group" />
    </nav>
  )
}

function Segment({ kind }: { kind: Kind }) {
  const title = useKindTitle(kind)
  return (
    <NavLink to={kinds[kind].path} className={(active) => classes(styles['segment'], active && styles['chosen'])}>
      {title}
    </NavLink>
  )
}

function Listed({ item, kind, page }: { item: ListedItem; kind: Kind; page: number }) {
  const titleId = `news-${item.id}`
  return (
    <li className={styles['item']}>
      <h3 id={titleId} className={styles['title']}>
        {item.title}
      </h3>
      <p className={styles['meta']}>
        <time dateTime={item.publishedDate}>{item.publishedDate.slice(0, 10)}</time>
        {item.authorName && ` · ${item.authorName}`} <Unread item={item} />
      </p>
      <RichText html={item.introText} />
      <ReadMore kind={kind} id={item.id} titleId={titleId} page={page} />
    </li>
  )
}
