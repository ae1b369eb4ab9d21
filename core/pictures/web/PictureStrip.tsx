import { useState } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import type { Image, ImageQuery, ImageReference } from '../contract.ts'
import styles from './PictureStrip.module.css'

interface PictureStripProps {
  readonly pictures: readonly ImageReference[]
  readonly call: Call<Image, ImageQuery>
  /** The report's number, if a screen shows the pictures of several reports: 'F-1042'. */
  readonly of?: string
}

/** A report's pictures: small ones at once, a large one when it is opened. Shows nothing if there are none. */
export function PictureStrip({ pictures, call, of }: PictureStripProps) {
  const [open, setOpen] = useState<number | null>(null)
  const chosen = open === null ? undefined : pictures[open]
  if (pictures.length === 0) return null
  const whose = of ? ` till ${of}` : ''
  return (
    <>
      <ul className={styles['pictures']} aria-label={`Bilder${whose}`}>
        {pictures.map(({ name }, at) => (
          <li key={name}>
            <button
              type="button"
              className={styles['open']}
              aria-label={`Förstora bild ${at + 1}${whose}`}
              aria-haspopup="dialog"
              onClick={() => setOpen(at)}
            >
              <Picture call={call} name={name} size="liten" alt="" />
            </button>
          </li>
        ))}
      </ul>
      {chosen && (
        <Dialog title={`Bild ${(open ?? 0) + 1} av ${pictures.length}${whose}`} onClose={() => setOpen(null)} broad>
          <Picture call={call} name={chosen.name} size="stor" alt={chosen.shortName || 'Bild'} />
        </Dialog>
      )}
    </>
  )
}

interface PictureProps extends Pick<PictureStripProps, 'call'> {
  readonly name: string
  readonly size: 'liten' | 'stor'
  readonly alt: string
}

function Picture({ call, name, size, alt }: PictureProps) {
  const load = useCall(call, { name, storlek: size }, { staleTime: Infinity })
  const failure = useFailure(load)
  if (load.data) {
    const { contentType, data } = load.data
    return <img className={styles[size]} src={`data:${contentType};base64,${data}`} alt={alt} />
  }
  if (failure) {
    // A button cannot contain another one: opening the large picture tries again.
    return size === 'liten' ? <span className={styles['failed']}>Kunde inte visas</span> : <Failed {...failure} />
  }
  return <Skeleton text="Laddar bild.." lines={1} shape="rows" />
}
