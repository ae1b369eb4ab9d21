import { useQuery } from '@tanstack/react-query'
import { useGate } from '#platform/web/calls/profile.ts'
import { ErrorBoundary } from '#platform/web/shell/ErrorBoundary.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { ContactsBlock } from '../../areas/contacts/web/off-home.ts'
import { NewestDocuments } from '../../areas/policy/web/off-home.ts'
import styles from './OffHome.module.css'
import { fetchOwnReports, newestFirst, OwnReports } from './OwnReports.tsx'

const queryKey = ['off-home']

/**
 * Below the news, for an employee without a duty: the employee's reports and documents, and beside them whom to call.
 */
export default function OffHome() {
  const passes = useGate()
  const { data } = useQuery({
    queryKey,
    queryFn: ({ client }) => fetchOwnReports(passes, client.getQueryData(queryKey)),
  })
  if (!data) return null
  const own = newestFirst(data)
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
