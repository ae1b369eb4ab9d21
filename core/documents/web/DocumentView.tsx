import { lazy, type ReactNode, Suspense, useState } from 'react'
import { contentTypeOf, titleOf } from '../rules.ts'
import { bytesOf } from './bytes.ts'
import { saveFile } from './download.ts'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { plusIcon } from '#platform/web/ui/icons.ts'
import { downloadIcon } from '#platform/web/ui/icons-more.ts'
import { useObjectUrl } from '#platform/web/ui/use-object-url.ts'
import styles from './DocumentView.module.css'
import { OutdatedCopy } from './OutdatedCopy.tsx'
import type { FetchedFile } from './fetched-file.ts'
import { isPicture, loadPdfPages } from './viewable.ts'
import { leastZoom, mostZoom, nextZoom } from './zoom.ts'

const minusIcon = 'M5 12h14'

const PdfPages = lazy(loadPdfPages)

interface DocumentFileProps extends FetchedFile {
  fileName: string
}

/** A document inside the portal, in a dialog over the screen. */
export function DocumentView({ onClose, ...file }: DocumentFileProps & { onClose: () => void }) {
  const { pages, bar } = useReader(file)
  return (
    <Dialog title={titleOf(file.fileName)} broad={isPicture(file.fileName)} onClose={onClose} actions={bar}>
      {pages}
    </Dialog>
  )
}

/** A document inside the portal, beside its list. */
export function DocumentBeside(file: DocumentFileProps) {
  const { pages, bar } = useReader(file)
  return (
    <div className={styles['beside']}>
      {bar}
      {pages}
    </div>
  )
}

/** The pages of a PDF, or a picture, and the bar with the buttons that zoom and save. */
function useReader({ fileName, base64, outdatedFrom }: DocumentFileProps): { pages: ReactNode; bar: ReactNode } {
  const title = titleOf(fileName)
  const [zoom, setZoom] = useState(leastZoom)
  const [place, setPlace] = useState<readonly [page: number, pages: number] | null>(null)
  const picture = isPicture(fileName)
  return {
    bar: (
      <div className={styles['bar']}>
        {!picture && (
          <div className={styles['zoom']}>
            <IconButton
              icon={minusIcon}
              label="Förminska"
              disabled={zoom <= leastZoom}
              onClick={() => setZoom(nextZoom(zoom, -1))}
            />
            <span className={styles['page']}>{place && `Sida ${place[0]} av ${place[1]}`}</span>
            <IconButton
              icon={plusIcon}
              label="Förstora"
              disabled={zoom >= mostZoom}
              onClick={() => setZoom(nextZoom(zoom, 1))}
            />
          </div>
        )}
        <Button icon={downloadIcon} onClick={() => saveFile(fileName, base64)}>
          <span>
            Spara<span className={styles['where']}> på enheten</span>
          </span>
        </Button>
      </div>
    ),
    pages: (
      <>
        {outdatedFrom !== undefined && <OutdatedCopy from={outdatedFrom} />}
        {picture ? (
          <Picture fileName={fileName} title={title} base64={base64} />
        ) : (
          <div className={styles['fills']}>
            <Suspense>
              <PdfPages
                base64={base64}
                title={title}
                zoom={zoom}
                onZoom={setZoom}
                onPage={(page, pages) =>
                  setPlace((last) => (last?.[0] === page && last[1] === pages ? last : [page, pages]))
                }
              />
            </Suspense>
          </div>
        )}
      </>
    ),
  }
}

function Picture({ fileName, title, base64 }: { fileName: string; title: string; base64: string }) {
  const [blob] = useState(() => new Blob([bytesOf(base64)], { type: contentTypeOf(fileName) }))
  const address = useObjectUrl(blob)
  return address && <img className={styles['picture']} src={address} alt={title} />
}
