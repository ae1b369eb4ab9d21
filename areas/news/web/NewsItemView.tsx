import { minuteText } from '#platform/contract/wall-clock.ts'
import { ReadingPlace } from '#core/documents/web/ReadButton.tsx'
import { useParams } from 'react-router'
import { Link } from '#platform/web/ui/Link.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { RichText, type TextPicture } from './RichText.tsx'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Panes } from '#platform/web/ui/panes/Panes.tsx'
import { usePage } from '#platform/web/ui/panes/use-chosen.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { useWide } from '#platform/web/ui/use-media.ts'
import { Attachments } from './Attachments.tsx'
import { Comments } from './Comments.tsx'
import { OwnComments } from './OwnComments.tsx'
import { BesideItem } from './BesideItem.tsx'
import { type Kind, kinds, listAt, newsKey, useKindTitle } from './kinds.ts'
import styles from './NewsItemView.module.css'
import { lastOfAll } from './NewsList.tsx'
import { NewsPicture } from './NewsPicture.tsx'

const picture = (found: TextPicture) => <NewsPicture {...found} />

/** A news item with its attachments and comments; on a wide screen beside its list. */
export function NewsItemView({ kind }: { kind: Kind }) {
  const wide = useWide()
  const { newsId = '' } = useParams()
  const [page] = usePage(lastOfAll)
  const load = useCall(kinds[kind].item, { newsId: Number(newsId) })
  const list = useKindTitle(kind)
  const item = load.isError ? undefined : load.data
  useTitle(item?.title ?? 'Nyhet')
  useMarkSeen(item && [newsKey(item.id)])
  const view = (
    <div className={styles['page']}>
      <PageHeader
        title={item?.title ?? 'Nyhet'}
        over={<Link to={listAt(kind, page)}>Nyheter, {list}</Link>}
        lead={
          item && (
            <>
              {item.authorName && `${item.authorName} · `}
              <time dateTime={item.publishedDate}>{minuteText(item.publishedDate)}</time>
            </>
          )
        }
      />
      {/* The item is withdrawn or another region's, or the id is not a number: trying again cannot help. */}
      {load.error && [400, 404].includes(load.error.status) ? (
        <>
          <Notice kind="info" action={<ButtonLink to={listAt(kind, page)}>Till nyheterna</ButtonLink>}>
            Nyheten finns inte längre, eller så riktar den sig inte till dig.
          </Notice>
          <OwnComments newsId={Number(newsId)} />
        </>
      ) : (
        <Loaded of={load} skeleton={<Skeleton lines={8} />}>
          {({ id, bodyText, newsAttachments }) => (
            <>
              <article className={styles['body']}>
                <RichText html={bodyText} picture={picture} />
              </article>
              {newsAttachments.length > 0 && <Attachments attachments={newsAttachments} />}
              <Comments newsId={id} />
            </>
          )}
        </Loaded>
      )}
    </div>
  )
  return (
    <ReadingPlace>
      {wide ? (
        <Panes flows list={<BesideItem kind={kind} newsId={newsId} />}>
          <section aria-label={item?.title ?? 'Nyhet'}>{view}</section>
        </Panes>
      ) : (
        view
      )}
    </ReadingPlace>
  )
}
