import { DocumentList } from '#core/documents/web/DocumentList.tsx'
import { DocumentRow } from '#core/documents/web/DocumentRow.tsx'
import { fileFailed } from '#core/documents/web/load-texts.ts'
import { fetchDocument } from '#core/documents/web/download.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { getGroupItem, getRegionItem } from '../calls.ts'
import type { Attachment } from '../contract.ts'

/** For how long the button of a saved attachment says so. */
const SHOWN_MS = 3000

/** The attachments of an item. */
export function Attachments({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <Card title="Bilagor">
      <DocumentList label="Bilagor">
        {attachments.map(({ fileUrl, fileName }, at) => (
          <DocumentRow
            // Not by the address, which another replaces: the button would lose the focus.
            // oxlint-disable-next-line react/no-array-index-key -- two may have the same name
            key={`${fileName} ${at}`}
            as="li"
            fileName={fileName}
            fetchFile={() => fetchDocument(fileUrl)}
            failedText={fileFailed}
            reloads={[getRegionItem, getGroupItem]}
            busyText="Laddar ner.."
            busyFor={SHOWN_MS}
          />
        ))}
      </DocumentList>
    </Card>
  )
}
