import { useEffect, useRef, useState } from 'react'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useWaiting } from '#platform/web/phone/outbox/state.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { chevronDownIcon, chevronRightIcon } from '#platform/web/ui/icons.ts'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { LazyStamp } from '#platform/web/calls/Loaded.tsx'
import { WaitingToBeSent } from '#platform/web/ui/WaitingToBeSent.tsx'
import { addComment, getComments } from '../calls.ts'
import { COMMENTS_SIZE } from '../rules.ts'
import { answerKeys } from './answer-keys.ts'
import { Comment } from './Comment.tsx'
import { CommentForm } from './CommentForm.tsx'
import styles from './Comments.module.css'

/** The comments on an item, newest first, below the form for a new one. */
export function Comments({ newsId }: { newsId: number }) {
  const [expanded, setExpanded] = useState(true)
  const [pages, setPages] = useState(1)
  const [removed, setRemoved] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  // After the dialog has closed and returned the focus to a button that is about to disappear.
  useEffect(() => {
    if (removed > 0) heading.current?.focus()
  }, [removed])
  return (
    <section className={styles['comments']} aria-labelledby="news-comments">
      <div className={styles['head']}>
        <h2 id="news-comments" ref={heading} tabIndex={-1} className={styles['heading']}>
          Kommentarer
        </h2>
        <Button
          kind="quiet"
          icon={expanded ? chevronDownIcon : chevronRightIcon}
          aria-expanded={expanded}
          aria-controls="news-comment-list"
          onClick={() => setExpanded(!expanded)}
        >
          {expanded ? 'Dölj kommentarer' : 'Visa kommentarer'}
        </Button>
      </div>
      <CommentForm
        key={newsId}
        draftKey={`news-comment-${newsId}`}
        label="Skriv en kommentar"
        submitLabel="Skicka"
        call={addComment}
        bodyOf={(bodyText) => ({ bodyText, newsItemId: newsId })}
        textOf={({ bodyText }) => bodyText}
        onSaved={() => setExpanded(true)}
      />
      <div id="news-comment-list" hidden={!expanded} className={styles['lists']}>
        <WaitingComments newsId={newsId} />
        {Array.from({ length: pages }, (_, page) => (
          <CommentPage
            key={page}
            newsId={newsId}
            page={page}
            last={page === pages - 1}
            onMore={() => setPages(pages + 1)}
            onRemoved={() => setRemoved(removed + 1)}
          />
        ))}
      </div>
    </section>
  )
}

/** Comments written without coverage, shown where they will appear. */
function WaitingComments({ newsId }: { newsId: number }) {
  const waiting = useWaiting(addComment).filter((comment) => comment.newsItemId === newsId)
  if (waiting.length === 0) return null
  return (
    <ul className={styles['list']}>
      {waiting.toReversed().map(({ bodyText }, at) => (
        <li key={`${waiting.length - at} ${bodyText}`} className={styles['comment']}>
          <p className={styles['text']}>{bodyText}</p>
          <WaitingToBeSent />
        </li>
      ))}
    </ul>
  )
}

interface CommentPageProps {
  newsId: number
  page: number
  last: boolean
  onMore: () => void
  onRemoved: () => void
}

function CommentPage({ newsId, page, last, onMore, onRemoved }: CommentPageProps) {
  // The loaded comments stay if a reload fails, since the employee may be changing one of them.
  const { of: load } = keptLoad(useCall(getComments, { newsId, page: page || undefined }))
  useMarkSeen(load.data && answerKeys(load.data))
  const failure = useFailure(load)
  const list = useRef<HTMLUListElement>(null)
  const loaded = load.data !== undefined
  // The button that asked for this page has been replaced by it.
  useEffect(() => {
    if (loaded && page > 0 && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [loaded, page])
  if (failure) {
    return (
      <Failed busy={failure.busy} onRetry={failure.onRetry}>
        Kommentarer kunde inte läsas in för tillfället.
      </Failed>
    )
  }
  if (!load.data) return <Skeleton lines={3} />
  return (
    <>
      {load.copy && <LazyStamp copy={load.copy} onRetry={() => void load.refetch()} />}
      {load.data.length === 0 && page === 0 && <p className={styles['none']}>Ingen har kommenterat ännu.</p>}
      <ul ref={list} tabIndex={-1} className={styles['list']} aria-label={page > 0 ? 'Äldre kommentarer' : undefined}>
        {load.data.map((comment) => (
          <Comment key={comment.id} comment={comment} onRemoved={onRemoved} />
        ))}
      </ul>
      {last && load.data.length === COMMENTS_SIZE && <Button onClick={onMore}>Visa äldre kommentarer</Button>}
    </>
  )
}
