import type { CrisisGuide } from '#platform/contract/variant.ts'
import { documentsFailed, DocumentTable } from '#core/documents/web/DocumentTable.tsx'
import { fetchKept } from '#core/documents/web/fetch-file.ts'
import { isSignInNeeded } from '#platform/web/wire/client.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useSubject } from '#platform/web/who/session.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { documentIcon } from '#platform/web/ui/icons-more.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { downloadAreaDocument, downloadPositionDocument, getAreaDocuments, getPositionDocuments } from '../calls.ts'

const empty = 'Det finns inga dokument för dig här'

/** Documents of the area in variant A, of the position in variant B. */
export function CrisisDocuments({ guide }: { guide: CrisisGuide }) {
  const known = useSubject() !== ''
  return (
    <Card title="Dokument" icon={documentIcon}>
      {known ? guide === 'a' ? <OfArea /> : <OfPosition /> : <SignInFirst />}
    </Card>
  )
}

function SignInFirst() {
  return <Notice kind="info">Logga in för att se dokumenten.</Notice>
}

function OfArea() {
  const load = useCall(getAreaDocuments, undefined, { failedText: documentsFailed })
  if (!load.data && isSignInNeeded(load.error)) return <SignInFirst />
  return (
    <DocumentTable
      label="Dokument"
      load={load}
      nameOf={({ filename }) => filename}
      fetchFile={({ filename, size }) => fetchKept(downloadAreaDocument, { filename }, size)}
      empty={empty}
    />
  )
}

function OfPosition() {
  const load = useCall(getPositionDocuments, undefined, { failedText: documentsFailed })
  if (!load.data && isSignInNeeded(load.error)) return <SignInFirst />
  return (
    <DocumentTable
      label="Dokument"
      load={load}
      nameOf={({ pathFileName }) => pathFileName}
      fetchFile={({ pathFileName, size }) => fetchKept(downloadPositionDocument, { filename: pathFileName }, size)}
      empty={empty}
    />
  )
}
