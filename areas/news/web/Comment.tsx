import { minuteText } from '#platform/contract/wall-clock.ts'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { keyOf } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { useWaiting } from '#platform/web/phone/outbox/state.ts'
import { announce } from '#platform/web/ui/announce.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { Unbroken } from '#platform/web/ui/Unbroken.tsx'
import { WaitingToBeSent } from '#platform/web/ui/WaitingToBeSent.tsx'
import { deleteComment, getComments, saveComment } from '../calls.ts'
import type { NewsComment } from '../contract.ts'
import { CommentForm } from './CommentForm.tsx'
import styles from './Comments.module.css'

const ReportDialog = lazy(() => import('./ReportDialog.tsx'))

interface CommentProps {
  comment: NewsComment
  onRemoved: () => void
}

/** One comment; the employee's own can be changed and removed. */
export function Comment({ comment, onRemoved }: CommentProps) {
  const [editing, setEditing] = useState(false)
  const [asking, setAsking] = useState(false)
  const [reporting, setReporting] = useState<'asked' | 'done' | null>(null)
  // Changed without coverage: the new text is shown, although the server does not have it yet.
  const waiting = useWaiting(saveComment).findLast(({ id }) => id === comment.id)
  const text = waiting?.bodyText ?? comment.bodyText
  const own = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The button that opened the form is shown again and gets the focus, unless somebody has begun to type elsewhere during the save.
    const focusIsLost = document.activeElement === document.body
    if (wasEditing.current && !editing && focusIsLost) own.current?.querySelector('button')?.focus()
    wasEditing.current = editing
  }, [editing])
  const textId = `comment-${comment.id}`
  return (
    <li className={styles['comment']}>
      <p className={styles['meta']}>
        <strong>{comment.authorName}</strong>{' '}
        <time dateTime={comment.createdDate}>{minuteText(comment.createdDate)}</time>
      </p>
      {editing ? (
        <CommentForm
          draftKey={`news-comment-change-${comment.id}`}
          label="Ändra kommentaren"
          submitLabel="Spara"
          initial={text}
          focused
          call={saveComment}
          bodyOf={(bodyText) => ({ id: comment.id, bodyText, newsItemId: comment.newsItemId })}
          textOf={({ bodyText }) => bodyText}
          onSaved={() => setEditing(false)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <p id={textId} className={styles['text']}>
          {text}
        </p>
      )}
      {waiting && !editing && <WaitingToBeSent />}
      <FromOffice comment={comment} />
      {comment.canEdit && !editing && (
        <div ref={own} className={styles['own']}>
          <Button kind="quiet" aria-describedby={textId} onClick={() => setEditing(true)}>
            Ändra
          </Button>
          <Button kind="quiet" aria-describedby={textId} onClick={() => setAsking(true)}>
            Ta bort
          </Button>
        </div>
      )}
      {!comment.canEdit && (
        <div className={styles['own']}>
          {/* The same element once it is done, because it gets the focus back from the dialog. */}
          <Button
            kind="quiet"
            aria-describedby={textId}
            aria-disabled={reporting === 'done'}
            onClick={() => setReporting('asked')}
          >
            {reporting === 'done' ? 'Anmäld' : 'Anmäl'}
          </Button>
        </div>
      )}
      {reporting === 'asked' && (
        <Suspense>
          <ReportDialog comment={comment} onClose={() => setReporting(null)} onReported={() => setReporting('done')} />
        </Suspense>
      )}
      {asking && (
        <RemoveDialog
          comment={comment}
          onClose={() => setAsking(false)}
          onRemoved={() => {
            setAsking(false)
            onRemoved()
          }}
        />
      )}
    </li>
  )
}

/** What the office has decided and written about the employee's own comment. */
function FromOffice({ comment }: Pick<CommentProps, 'comment'>) {
  const { moderering } = comment
  const said = saidBesides(comment)
  if (!moderering && said.length === 0) return null
  return (
    <div className={styles['fromOffice']}>
      {moderering && (
        <Notice
          kind="warning"
          title={moderering.beslut === 'Dold' ? 'Kontoret har dolt kommentaren' : 'Kontoret har tagit bort kommentaren'}
        >
          <p className={styles['text']}>{moderering.orsak}</p>
          <p>Bara du ser den.</p>
        </Notice>
      )}
      {said.map(({ at, text }) => (
        <Notice
          key={`${at} ${text}`}
          kind="info"
          live={false}
          title={<Unbroken>{`Kontoret skrev till dig ${minuteText(at)}`}</Unbroken>}
        >
          <p className={styles['text']}>{text}</p>
        </Notice>
      ))}
    </div>
  )
}

/** What the office has written besides the reason that is shown with its decision. */
function saidBesides({ meddelanden = [], moderering }: NewsComment) {
  const shown = meddelanden.findLastIndex(({ text }) => text === moderering?.orsak)
  return meddelanden.filter((_, index) => index !== shown)
}

const removedText = 'Kommentaren är borttagen.'

function RemoveDialog({ comment, onClose, onRemoved }: CommentProps & { onClose: () => void }) {
  const client = useQueryClient()
  const removing = useSend(deleteComment, {
    reloads: [getComments],
    said: () => removedText,
    onSuccess: onRemoved,
    onError: ({ status }) => {
      // An earlier attempt, whose answer was lost, has removed it.
      if (status === 404) {
        announce(removedText)
        onRemoved()
      }
      void client.invalidateQueries({ queryKey: keyOf(getComments) })
    },
  })
  return (
    <Dialog
      title="Radera inlägget?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Nej</Button>
          <Button kind="danger" busy={removing.busy} onClick={() => removing.submit({ commentId: comment.id })}>
            Ja
          </Button>
        </>
      }
    >
      <p className={styles['text']}>{comment.bodyText}</p>
      {removing.error && !removing.busy && <Notice kind="error">Ett fel inträffade</Notice>}
    </Dialog>
  )
}
