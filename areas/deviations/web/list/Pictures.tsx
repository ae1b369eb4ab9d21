import { useState } from 'react'
import { useCall } from '#platform/web/calls/query.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getImage } from '../../calls.ts'
import type { ImageReference } from '../../contract/common.ts'
import styles from './Pictures.module.css'

/** A report's pictures: small ones at once, a large one when it is opened. */
export function Pictures({ pictures }: { pictures: readonly ImageReference[] }) {
  const [open, setOpen] = useState<number | null>(null)
  const chosen = open === null ? undefined : pictures[open]
  return (
    <>
      <h3 className={styles['heading']}>Bilder</h3>
      <ul className={styles['pictures']}>
        {pictures.map(({ name }, at) => (
          <li key={name}>
            <button
              type="button"
              className={styles['open']}
              aria-label={`Förstora bild ${at + 1}`}
              aria-haspopup="dialog"
              onClick={() => setOpen(at)}
            >
              <Picture name={name} size="liten" alt="" />
            </button>
          </li>
        ))}
      </ul>
      {chosen && (
        <Dialog title={`Bild ${(open ?? 0) + 1} av ${pictures.length}`} onClose={() => setOpen(null)} broad>
          <Picture name={chosen.name} size="stor" alt={chosen.shortName} />
        </Dialog>
      )}
    </>
  )
}

function Picture({ name, size, alt }: { name: string; size: 'liten' | 'stor'; alt: string }) {
  const load = useCall(getImage, { name, storlek: size }, { staleTime: Infinity })
  if (load.data) {
    const { contentType, data } = load.data
    return <img className={styles[size]} src={`data:${contentType};base64,${data}`} alt={alt} />
  }
  if (load.isError && !load.isFetching) {
    // A button cannot contain another one: opening the large picture tries again.
    return size === 'liten' ? (
      <span className={styles['failed']}>Kunde inte visas</span>
    ) : (
      <Failed error={load.error} onRetry={() => void load.refetch()} />
    )
  }
  return <Skeleton text="Laddar bild.." lines={1} shape="rows" />
}
