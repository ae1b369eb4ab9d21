import { useQuery } from '@tanstack/react-query'
import { useGate } from '#platform/web/calls/profile.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { ContactsBlock } from '../../areas/contacts/web/off-home.ts'
import { NewestDocuments } from '../../areas/policy/web/off-home.ts'
import styles from './OffHome.module.css'
import { fetchOwnReports, OwnReports } from './OwnReports.tsx'

/**
 * How long the reports are waited for, in milliseconds. If they are late they are left out, so that the contacts do not
 * wait for them and nothing moves.
 */
const LONGEST_MS = 2500

/**
 * Below the news, for an employee without a duty: the employee's reports and documents, and beside them whom to call.
 */
export default function OffHome() {
  const passes = useGate()
  const { data: own = [], isFetched } = useQuery({
    queryKey: ['off-home'],
    queryFn: () => soon(fetchOwnReports(passes)),
  })
  if (!isFetched) return null
  const documents = (
    <ErrorBoundary>
      <NewestDocuments />
    </ErrorBoundary>
  )
  // If the first column is high already, the documents are below both columns.
  const isHigh = own.length > 3
  return (
    <div className={styles['columns']}>
      <div className={styles['column']}>
        <OwnReports reports={own} />
        {!isHigh && documents}
      </div>
      <div className={styles['column']}>
        <ErrorBoundary>
          <ContactsBlock />
        </ErrorBoundary>
      </div>
      {isHigh && <div className={classes(styles['column'], styles['whole'])}>{documents}</div>}
    </div>
  )
}

async function soon<Item>(asked: Promise<readonly Item[]>): Promise<readonly Item[]> {
  const none = new Promise<readonly Item[]>((resolve) => setTimeout(() => resolve([]), LONGEST_MS))
  return Promise.race([asked.catch(() => []), none])
}
