import { useEffect, useRef, useState } from 'react'
import { useCall } from '#platform/web/calls/query.ts'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { getComments } from '../calls.ts'
import { answerKeys } from './answer-keys.ts'
import { Comment } from './Comment.tsx'
import styles from './Comments.module.css'

/** What the employee has written about an item that is no longer for his or her area: it can still be changed and removed. */
export function OwnComments({ newsId }: { newsId: number }) {
  const { data, isError } = useCall(getComments, { newsId, page: undefined })
  const own = isError ? [] : (data ?? [])
  const [removed, setRemoved] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  useMarkSeen(answerKeys(own))
  // After the dialog has closed and returned the focus to a button that is about to disappear.
  useEffect(() => {
    if (removed > 0) heading.current?.focus()
  }, [removed])
  if (own.length === 0 && removed === 0) return null
  return (
    <section className={styles['comments']} aria-labelledby="own-comments">
      <h2 id="own-comments" ref={heading} tabIndex={-1} className={styles['heading']}>
        Dina kommentarer till nyheten
      </h2>
      {own.length === 0 && <p className={styles['none']}>Du har ingen kommentar kvar här.</p>}
      <ul className={styles['list']}>
        {own.map((comment) => (
          <Comment key={comment.id} comment={comment} onRemoved={() => setRemoved(removed + 1)} />
        ))}
      </ul>
    </section>
  )
}
