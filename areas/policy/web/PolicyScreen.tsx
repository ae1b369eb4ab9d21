import { kindOf, titleOf } from '#core/documents/rules.ts'
import { DocumentTable } from '#core/documents/web/DocumentTable.tsx'
import { documentsFailed } from '#core/documents/web/load-texts.ts'
import { ReadingPlace } from '#core/documents/web/ReadButton.tsx'
import { readableSize } from '#core/documents/web/readable-size.ts'
import { useMarkSeen } from '#platform/web/calls/seen.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import type { Sort } from '#platform/web/ui/panes/arranged.ts'
import { ListTools } from '#platform/web/ui/panes/ListTools.tsx'
import { RowLink } from '#platform/web/ui/panes/Rows.tsx'
import { TwoPanes } from '#platform/web/ui/panes/TwoPanes.tsx'
import { useChosen } from '#platform/web/ui/panes/use-chosen.ts'
import { useWide } from '#platform/web/ui/use-media.ts'
import { earlierFirst } from '#platform/contract/wall-clock.ts'
import { getPolicyDocuments } from '../calls.ts'
import type { PolicyDocument } from '../contract.ts'
import { fetchPolicy } from './fetch-policy.ts'
import { documentKey } from './seen-key.ts'
import { PolicyPane } from './PolicyPane.tsx'

const label = 'Policy & Rutiner'
const nameOf = ({ filename }: PolicyDocument) => filename

const sorts: readonly [Sort<PolicyDocument>, ...Sort<PolicyDocument>[]] = [
  { label: 'Namn' },
  { label: 'Senast ändrad', compare: (a, b) => earlierFirst(b.date, a.date) },
]

/** 'Policy & Rutiner': the company's documents, to read and save. */
export default function PolicyScreen() {
  const load = useCall(getPolicyDocuments, undefined, { failedText: documentsFailed })
  useMarkSeen(load.data?.map(documentKey))
  const wide = useWide()
  const { to } = useChosen()
  return (
    <ReadingPlace>
      <PageHeader title={label} />
      <Card>
        <DocumentTable
          label={label}
          load={load}
          reloads={[getPolicyDocuments]}
          nameOf={nameOf}
          fetchFile={fetchPolicy}
          empty="Det finns inga dokument här ännu"
          link={
            wide
              ? ({ filename }, title) => (
                  <RowLink id={filename} to={to(filename)}>
                    {title}
                  </RowLink>
                )
              : undefined
          }
          around={(documents, tableOf) => (
            <ListTools of={documents} words={nameOf} sorts={sorts}>
              {(rows) => (
                <TwoPanes
                  label={label}
                  all={documents}
                  rows={rows}
                  line={lineOf}
                  list={tableOf(rows)}
                  title={titled}
                  pane={(document) => <PolicyPane document={document} fetchFile={fetchPolicy} />}
                  dialog={(document, onClose) => (
                    <PolicyPane key={document.filename} document={document} fetchFile={fetchPolicy} onClose={onClose} />
                  )}
                />
              )}
            </ListTools>
          )}
        />
      </Card>
    </ReadingPlace>
  )
}

const titled = ({ filename }: PolicyDocument) => titleOf(filename)

const lineOf = ({ filename, size, date }: PolicyDocument) => ({
  id: filename,
  title: titleOf(filename),
  facts: `${kindOf(filename)} · ${readableSize(size)} · ${date}`,
})
