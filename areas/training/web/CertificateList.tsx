import { DocumentList } from '#core/documents/web/DocumentList.tsx'
import { DocumentRow } from '#core/documents/web/DocumentRow.tsx'
import { fileFailed } from '#core/documents/web/load-texts.ts'
import { fetchDocument } from '#core/documents/web/download.ts'
import { EmptyState } from '#platform/web/ui/EmptyState.tsx'
import { documentIcon } from '#platform/web/ui/icons-more.ts'
import { byText, type Sort } from '#platform/web/ui/panes/arranged.ts'
import { ListTools } from '#platform/web/ui/panes/ListTools.tsx'
import { getCertificates } from '../calls.ts'
import type { Certificate } from '../contract.ts'

const nameOf = ({ linkFilename }: Certificate) => linkFilename
const sorts: readonly [Sort<Certificate>, ...Sort<Certificate>[]] = [
  { label: 'Nyast först' },
  { label: 'Namn', compare: byText(nameOf) },
]

/** The certificates, newest first, each with buttons to read and to save it. */
export function CertificateList({ certificates }: { certificates: readonly Certificate[] }) {
  if (certificates.length === 0) return <EmptyState icon={documentIcon} title="Du har inga utbildningsintyg ännu" />
  return (
    <ListTools of={certificates} words={nameOf} sorts={sorts}>
      {(rows) => (
        <DocumentList label="Utbildningsintyg">
          {rows.map(({ linkFilename, url, size, date }) => (
            <DocumentRow
              key={linkFilename}
              as="li"
              fileName={linkFilename}
              size={size}
              date={date}
              fetchFile={() => fetchDocument(url)}
              failedText={fileFailed}
              reloads={[getCertificates]}
            />
          ))}
        </DocumentList>
      )}
    </ListTools>
  )
}
