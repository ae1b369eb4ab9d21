import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { pencilIcon } from '#platform/web/ui/icons-more.ts'
import { changesIn, useProfileDraft } from './draft.ts'
import { groupOf, type Group } from './groups.ts'
import { ProfileCards } from './ProfileCards.tsx'
import styles from './ProfileScreen.module.css'
import { useDetails } from './use-details.ts'

const ProfileForm = lazy(() => import('./ProfileForm.tsx'))
const Openings = lazy(() => import('./Openings.tsx'))

const loadFailed = 'Ett oväntat fel uppstod vid laddning av användaruppgifter.'

/** 'Användarinfo': the employee's own details, read-only until a card's 'Ändra' or 'Ändra mina uppgifter' is pressed. */
export default function ProfileScreen() {
  const load = useDetails()
  const draft = useProfileDraft()
  // What is open: a card, the whole form, or nothing. Undefined until the phone's draft is known.
  const [editing, setEditing] = useState<Group | 'all' | null>()
  const [saved, setSaved] = useState(false)
  const [pressed, setPressed] = useState<Group | 'all' | null>(null)
  const [top, setTop] = useState<HTMLElement | null>(null)
  const buttons = useRef(new Map<Group | 'all', HTMLButtonElement | null>())
  useEffect(() => {
    // The focused form has closed, and the button that opened it is shown again.
    if (pressed && editing === null) buttons.current.get(pressed)?.focus({ preventScroll: true })
  }, [pressed, editing])
  const details = load.data
  const failure = useFailure(load)
  const shown = details && !failure && editing !== undefined
  // Show an unsaved draft again.
  if (editing === undefined && draft.draft !== undefined) {
    const changes = changesIn(draft)
    setEditing(changes && groupOf(Object.keys(changes.typed)))
  }
  const open = (what: Group | 'all') => {
    setEditing(what)
    setPressed(what)
    setSaved(false)
  }
  const end = (done: boolean) => {
    setPressed(editing ?? null)
    setEditing(null)
    setSaved(done)
    scrollTo(0, 0)
  }
  const form = editing && details && (
    <Suspense fallback={<Skeleton lines={editing === 'all' ? 8 : 3} />}>
      <ProfileForm
        details={details}
        draft={draft}
        focused={pressed === editing}
        group={editing === 'all' ? null : editing}
        top={top}
        loadAgain={async () => (await load.refetch()).data}
        onEnd={end}
      />
    </Suspense>
  )
  return (
    <>
      <PageHeader
        title={details ? `${details.values.firstName} ${details.values.lastName}` : 'Användarinfo'}
        // As high as the content to come, so that nothing jumps.
        over={details ? 'Användarinfo' : !failure && '\u00A0'}
        actions={
          !shown && !failure ? (
            <span className={styles['place']} />
          ) : (
            shown &&
            !editing && (
              <Button
                ref={(element) => {
                  buttons.current.set('all', element)
                }}
                icon={pencilIcon}
                onClick={() => open('all')}
              >
                Ändra mina uppgifter
              </Button>
            )
          )
        }
      />
      <div className={styles['stack']}>
        <div ref={setTop} className={styles['top']} />
        {saved && !editing && <Notice kind="success">Dina uppgifter är uppdaterade</Notice>}
        {/* An open form stays open, whatever happens to a load in the background. */}
        {form && editing === 'all' ? (
          form
        ) : failure && !form ? (
          <Failed {...failure}>{failure.error.errorMessage || loadFailed}</Failed>
        ) : details && (shown || form) ? (
          <ProfileCards
            details={details}
            open={form && editing && editing !== 'all' ? { group: editing, form } : null}
            onChange={open}
            button={(group, element) => {
              buttons.current.set(group, element)
            }}
          />
        ) : (
          <Skeleton lines={8} />
        )}
        {shown && !editing && (
          <Suspense>
            <Openings />
          </Suspense>
        )}
      </div>
    </>
  )
}
