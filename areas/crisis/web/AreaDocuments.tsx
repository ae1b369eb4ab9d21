import { DocumentTable } from '#core/documents/web/DocumentTable.tsx'
import { fetchKept } from '#core/documents/web/fetch-file.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { isSignInNeeded } from '#platform/web/wire/client.ts'
import { downloadAreaDocument, getAreaDocuments } from '../calls.ts'
import { documentOptions, noDocuments } from './documents.ts'
import { SignInFirst } from './SignInFirst.tsx'

/** The documents of variant A. */
export default function AreaDocuments() {
  const load = useCall(getAreaDocuments, undefined, documentOptions)
  if (!load.data && isSignInNeeded(load.error)) return <SignInFirst />
  return (
    <DocumentTable
      label="Dokument"
      load={load}
      reloads={[getAreaDocuments]}
      nameOf={({ filename }) => filename}
      fetchFile={(document) =>
        fetchKept(downloadAreaDocument, { filename: document.filename }, document, getAreaDocuments)
      }
      empty={noDocuments}
    />
  )
}
