import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { pencilIcon } from '#platform/web/ui/icons-more.ts'
import { useProfileDraft } from './draft.ts'
import { ProfileCards } from './ProfileCards.tsx'
import styles from './ProfileScreen.module.css'
import { useDetails } from './use-details.ts'

const ProfileForm = lazy(() => import('./ProfileForm.tsx'))

const loadFailed = 'Ett oväntat fel uppstod vid laddning av användaruppgifter.'

/** 'Användarinfo': the employee's own details, read-only until 'Ändra mina uppgifter' is pressed. */
export default function ProfileScreen() {
  const load = useDetails()
  const draft = useProfileDraft()
  const [editing, setEditing] = useState<boolean>()
  const [saved, setSaved] = useState(false)
  const [pressed, setPressed] = useState(false)
  const change = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The focused form has closed, and the button that opened it is shown again.
    if (pressed && editing === false) change.current?.focus({ preventScroll: true })
  }, [pressed, editing])
  const details = load.data
  const failed = load.isError && !load.isFetching
  const shown = details && !load.isError && editing !== undefined
  // Show an unsaved draft again.
  if (editing === undefined && draft.draft !== undefined) setEditing(draft.draft !== null)
  const end = (done: boolean) => {
    setEditing(false)
    setPressed(true)
    setSaved(done)
    scrollTo(0, 0)
  }
  // An open form stays open, whatever happens to a load in the background.
  const formIsOpen = editing && details
  return (
    <>
      <PageHeader
        title={details ? `${details.values.firstName} ${details.values.lastName}` : 'Användarinfo'}
        // As high as the content to come, so that nothing jumps.
        over={details ? 'Användarinfo' : !failed && '\u00A0'}
        actions={
          !shown && !failed ? (
            <span className={styles['place']} />
          ) : (
            shown &&
            !editing && (
              <Button
                ref={change}
                kind="primary"
                icon={pencilIcon}
                onClick={() => {
                  setEditing(true)
                  setPressed(true)
                  setSaved(false)
                }}
              >
                Ändra mina uppgifter
              </Button>
            )
          )
        }
      />
      <div className={styles['stack']}>
        {saved && !editing && <Notice kind="success">Dina uppgifter är uppdaterade</Notice>}
        {formIsOpen ? (
          <Suspense fallback={<Skeleton lines={8} />}>
            <ProfileForm
              details={details}
              draft={draft}
              focused={pressed}
              loadAgain={async () => (await load.refetch()).data}
              onEnd={end}
            />
          </Suspense>
        ) : failed ? (
          <Failed error={load.error} onRetry={() => void load.refetch()}>
            {load.error.errorMessage || loadFailed}
          </Failed>
        ) : shown ? (
          <ProfileCards values={details.values} />
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    </>
  )
}
