import { titleOf } from '#core/documents/rules.ts'
import { pageAt, withOpen } from '#platform/contract/pages.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { AllLink } from '#platform/web/ui/AllLink.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { documentIcon } from '#platform/web/ui/icons-more.ts'
import { Link } from '#platform/web/ui/Link.tsx'
import { getPolicyDocuments } from '../calls.ts'
import styles from './NewestDocuments.module.css'

const MOST = 4

/** On the home of employees without a duty: the documents that were changed last. */
export default function NewestDocuments() {
  const { data = [] } = useCall(getPolicyDocuments)
  if (data.length === 0) return null
  const newest = data.toSorted((one, other) => other.date.localeCompare(one.date)).slice(0, MOST)
  return (
    <Card
      title="Policy & Rutiner"
      icon={documentIcon}
      aside={<AllLink to={pageAt('policy')} of="policydokument" />}
      flush
    >
      <ul>
        {newest.map((document) => (
          <li key={document.filename} className={styles['item']}>
            <Link to={pageAt(withOpen('policy', document.filename))}>{titleOf(document.filename)}</Link>
            <time dateTime={document.date}>{document.date}</time>
          </li>
        ))}
      </ul>
    </Card>
  )
}
