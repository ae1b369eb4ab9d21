import { DocumentList } from '#core/documents/web/DocumentList.tsx'
import { DocumentRow } from '#core/documents/web/DocumentRow.tsx'
import { fileFailed } from '#core/documents/web/load-texts.ts'
import { pageAt } from '#platform/contract/pages.ts'
import { earlierFirst } from '#platform/contract/wall-clock.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { AllLink } from '#platform/web/ui/AllLink.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { documentIcon } from '#platform/web/ui/icons-more.ts'
import { getPolicyDocuments } from '../calls.ts'
import { fetchPolicy } from './fetch-policy.ts'

const MOST = 4

/** On the home of employees without a duty: the documents that were changed last. */
export default function NewestDocuments() {
  const { data = [] } = useCall(getPolicyDocuments)
  if (data.length === 0) return null
  const newest = data.toSorted((one, other) => earlierFirst(other.date, one.date)).slice(0, MOST)
  return (
    <Card title="Policy & Rutiner" icon={documentIcon} aside={<AllLink to={pageAt('policy')} of="policydokument" />}>
      <DocumentList label="Policy & Rutiner">
        {newest.map((document) => (
          <DocumentRow
            key={document.filename}
            as="li"
            fileName={document.filename}
            size={document.size}
            date={document.date}
            fetchFile={() => fetchPolicy(document)}
            failedText={fileFailed}
            reloads={[getPolicyDocuments]}
          />
        ))}
      </DocumentList>
    </Card>
  )
}
