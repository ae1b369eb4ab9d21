import { DocumentTable } from '#core/documents/web/DocumentTable.tsx'
import { fetchKept } from '#core/documents/web/fetch-file.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { isSignInNeeded } from '#platform/web/wire/client.ts'
import { downloadPositionDocument, getPositionDocuments } from '../calls.ts'
import { documentOptions, noDocuments } from './documents.ts'
import { SignInFirst } from './SignInFirst.tsx'

/** The documents of variant B. */
export default function PositionDocuments() {
  const load = useCall(getPositionDocuments, undefined, documentOptions)
  if (!load.data && isSignInNeeded(load.error)) return <SignInFirst />
  return (
    <DocumentTable
      label="Dokument"
      load={load}
      reloads={[getPositionDocuments]}
      nameOf={({ pathFileName }) => pathFileName}
      fetchFile={(document) =>
        fetchKept(downloadPositionDocument, { filename: document.pathFileName }, document, getPositionDocuments)
      }
      empty={noDocuments}
    />
  )
}
