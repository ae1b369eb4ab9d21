import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { chevronDownIcon, plusIcon } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { usePage } from '#platform/web/ui/panes/use-chosen.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { useHasDraft } from './draft.ts'
import { SuggestionList } from './SuggestionList.tsx'
import styles from './SuggestionsScreen.module.css'

const SuggestionForm = lazy(() => import('./SuggestionForm.tsx'))

/** 'Förslag': colleagues' suggestions, and a form for a new one. */
export default function SuggestionsScreen() {
  const [writing, setWriting] = useState<boolean | null>(null)
  const [page, setPage] = usePage()
  const begun = useHasDraft()
  const formId = useId()
  return (
    <>
      <PageHeader
        title="Förslag"
        actions={
          <Button
            kind={writing ? 'secondary' : 'primary'}
            icon={writing ? chevronDownIcon : plusIcon}
            aria-expanded={writing === true}
            aria-controls={formId}
            onClick={() => setWriting(!writing)}
          >
            Skapa ny
          </Button>
        }
      />
      <div className={styles['stack']}>
        <div id={formId} hidden={!writing}>
          {writing && (
            <Card title="Nytt förslag">
              <Suspense fallback={<Skeleton lines={4} />}>
                <SuggestionForm onSaved={() => setPage(0)} />
              </Suspense>
            </Card>
          )}
        </div>
        {begun && writing === null && (
          <Notice
            kind="info"
            action={
              <Button ref={passFocus} onClick={() => setWriting(true)}>
                Fortsätt skriva
              </Button>
            }
          >
            Du har ett påbörjat förslag som inte är sparat.
          </Notice>
        )}
        <SuggestionList page={page} onPage={setPage} />
      </div>
    </>
  )
}
