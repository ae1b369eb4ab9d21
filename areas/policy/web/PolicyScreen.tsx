import { documentsFailed, DocumentTable } from '#core/documents/web/DocumentTable.tsx'
import { fetchKept } from '#core/documents/web/fetch-file.ts'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { downloadPolicyDocument, getPolicyDocuments } from '../calls.ts'
import { documentKey } from './new-things.ts'

/** 'Policy & Rutiner': the company's documents, to read and save. */
export default function PolicyScreen() {
  const load = useCall(getPolicyDocuments, undefined, { failedText: documentsFailed })
  useMarkSeen(load.data?.map(documentKey))
  return (
    <>
      <PageHeader title="Policy & Rutiner" />
      <Card>
        <DocumentTable
          label="Policy & Rutiner"
          load={load}
          nameOf={({ filename }) => filename}
          fetchFile={({ filename, size }) => fetchKept(downloadPolicyDocument, { filename }, size)}
          empty="Det finns inga dokument här ännu"
        />
      </Card>
    </>
  )
}
