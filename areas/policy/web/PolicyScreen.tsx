import { documentsFailed, DocumentTable } from '#core/documents/web/DocumentTable.tsx'
import { readableSize } from '#core/documents/web/readable-size.ts'
import { extensionOf } from '#core/documents/rules.ts'
import { send } from '#platform/web/wire/client.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import type { Sort } from '#platform/web/ui/panes/arranged.ts'
import { ListTools } from '#platform/web/ui/panes/ListTools.tsx'
import { TwoPanes } from '#platform/web/ui/panes/TwoPanes.tsx'
import { useChosen } from '#platform/web/ui/panes/use-chosen.ts'
import { downloadPolicyDocument, getPolicyDocuments } from '../calls.ts'
import type { PolicyDocument } from '../contract.ts'
import { PolicyPane } from './PolicyPane.tsx'

const label = 'Policy & Rutiner'
const nameOf = ({ filename }: PolicyDocument) => filename
const titleOf = ({ filename }: Pick<PolicyDocument, 'filename'>) => filename.replace(/\.[^.]*$/, '')
const fetchFile = ({ filename }: PolicyDocument) => send(downloadPolicyDocument, { query: { filename } })

const sorts: readonly [Sort<PolicyDocument>, ...Sort<PolicyDocument>[]] = [
  { label: 'Namn' },
  { label: 'Senast ändrad', compare: (a, b) => b.date.localeCompare(a.date) },
]

/** 'Policy & Rutiner': the company's documents, to read and save. */
export default function PolicyScreen() {
  const load = useCall(getPolicyDocuments, undefined, { failedText: documentsFailed })
  const { to } = useChosen()
  const pane = (document: PolicyDocument) => (
    <PolicyPane key={document.filename} document={document} fetchFile={fetchFile} />
  )
  return (
    <>
      <PageHeader title={label} />
      <Card>
        <DocumentTable
          label={label}
          load={load}
          nameOf={nameOf}
          fetchFile={fetchFile}
          empty="Det finns inga dokument här ännu"
          readAt={(document) => to(document.filename)}
          around={(documents, tableOf) => (
            <ListTools of={documents} words={nameOf} sorts={sorts}>
              {(rows) => (
                <TwoPanes
                  label={label}
                  all={documents}
                  rows={rows}
                  line={lineOf}
                  list={tableOf(rows)}
                  title={titleOf}
                  pane={pane}
                  dialog={(document, close) => (
                    <Dialog title={titleOf(document)} onClose={close} broad>
                      {pane(document)}
                    </Dialog>
                  )}
                />
              )}
            </ListTools>
          )}
        />
      </Card>
    </>
  )
}

const lineOf = ({ filename, size, date }: PolicyDocument) => ({
  id: filename,
  title: titleOf({ filename }),
  facts: `${extensionOf(filename).toUpperCase()} · ${readableSize(size)} · ${date}`,
})
