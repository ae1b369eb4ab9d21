import { PictureStrip } from '#core/pictures/web/PictureStrip.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { cameraIcon } from '#platform/web/ui/icons-more.ts'
import { getFaultPicture } from '../calls.ts'
import type { FaultReport } from '../contract.ts'
import styles from './FaultPhotos.module.css'

export function FaultPhotos({ report }: { report: FaultReport }) {
  return <PictureStrip pictures={report.attachments} call={getFaultPicture} of={report.number} />
}

/** '2 bilder', in a list in which the report has to be opened to see them. */
export function PhotoCount({ report: { attachments } }: { report: FaultReport }) {
  if (attachments.length === 0) return null
  return (
    <span className={styles['count']}>
      <Icon path={cameraIcon} size={16} />
      {attachments.length === 1 ? '1 bild' : `${attachments.length} bilder`}
    </span>
  )
}
