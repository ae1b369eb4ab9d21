import { useEffect, useId, useRef, useState } from 'react'
import { useObjectUrl } from '#platform/web/ui/use-object-url.ts'
import { announce, counted } from '#platform/web/ui/announce.ts'
import { Button, IconButton } from '#platform/web/ui/Button.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { closeIcon, refreshIcon } from '#platform/web/ui/icons.ts'
import { cameraIcon } from '#platform/web/ui/icons-more.ts'
import { optional } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { StatusPill, type Tone } from '#platform/web/ui/StatusPill.tsx'
import styles from './PhotoField.module.css'
import { atMost, type Photo, type PhotoState } from './photo-queue.ts'
import type { Photos } from './use-photos.ts'

const states: Record<PhotoState, readonly [Tone, string]> = {
  preparing: ['neutral', 'Väntar'],
  waiting: ['neutral', 'Väntar'],
  sending: ['blue', 'Skickar'],
  sent: ['green', 'Skickad'],
  failed: ['red', 'Kunde inte skickas'],
  refused: ['red', 'Tas inte emot'],
}

// HEIC is left out and JPEG comes first: Safari, the only browser that usually meets HEIC, then converts to JPEG.
const taken = 'image/jpeg,image/png,image/webp'

/** One button to take or choose photos; each is shown with its progress. */
export function PhotoField({ photos }: { photos: Photos }) {
  const { list, most } = photos
  const [left, setLeft] = useState<readonly string[]>([])
  const hint = useId()
  const frame = useRef<HTMLFieldSetElement>(null)
  useSentAnnounced(list)
  const remove = ({ id }: Photo, at: number) => {
    photos.remove(id)
    announce(`Bild ${at + 1} är borttagen.`)
    // After the photo and its focused button have been removed, focus the next one, otherwise the file field.
    requestAnimationFrame(() => {
      const others = frame.current?.querySelectorAll('li button') ?? []
      const next = others[Math.min(at, others.length - 1)] ?? frame.current?.querySelector('input')
      if (next instanceof HTMLElement) next.focus()
    })
  }
  const choose = list.length === 0 ? 'Ta eller välj bilder' : 'Fler bilder'
  const failed = list.filter(({ state }) => state === 'failed').length
  const refused = list.flatMap(({ message }) => message ?? [])
  return (
    <fieldset ref={frame} className={styles['field']}>
      <legend className={styles['legend']}>
        Bilder <span className={styles['hint']}>{optional}</span>
      </legend>
      <p id={hint} className={styles['hint']}>
        {list.length === 0 ? `${atMost(most)}. De skickas medan du skriver.` : progressText(photos)}
      </p>
      {list.length > 0 && (
        <ul className={styles['list']}>
          {list.map((photo, at) => (
            <Thumbnail key={photo.id} photo={photo} label={`Bild ${at + 1}`} onRemove={() => remove(photo, at)} />
          ))}
        </ul>
      )}
      {list.length < most && (
        <div className={styles['choose']}>
          <span className={styles['face']} aria-hidden="true">
            <Icon path={cameraIcon} />
            {choose}
          </span>
          {/* The native control covers the whole button invisibly: the phone then asks whether to take or choose a photo. */}
          <input
            type="file"
            accept={taken}
            multiple
            aria-label={choose}
            aria-describedby={hint}
            onChange={(event) => {
              const chosen = [...(event.target.files ?? [])]
              announce(counted(chosen.length, 'Ingen bild är vald.', 'En bild är vald.', 'bilder är valda.'))
              setLeft(photos.add(chosen))
              // So that the same file can be chosen again after it has been removed.
              event.target.value = ''
            }}
          />
        </div>
      )}
      {[...left, ...refused].map((text) => (
        <Notice key={text} kind="warning">
          {text}
        </Notice>
      ))}
      {failed > 0 && (
        <Notice
          kind="error"
          action={
            <Button icon={refreshIcon} onClick={photos.retry}>
              Försök igen
            </Button>
          }
        >
          {failed === 1 ? 'En bild kunde inte skickas.' : `${failed} bilder kunde inte skickas.`} {photos.sentLater}
        </Notice>
      )}
    </fieldset>
  )
}

/** Announces when all chosen photos have reached the server. */
function useSentAnnounced(list: readonly Photo[]): void {
  const allSent = list.length > 0 && list.every(({ state }) => state === 'sent')
  const sentBefore = useRef(allSent)
  useEffect(() => {
    if (allSent && !sentBefore.current) announce('Alla bilder är skickade.')
    sentBefore.current = allSent
  }, [allSent])
}

function progressText({ list, most }: Photos): string {
  const sent = list.filter(({ state }) => state === 'sent').length
  return `Skickade: ${sent} av ${list.length}. ${atMost(most)} bilder.`
}

function Thumbnail({ photo, label, onRemove }: { photo: Photo; label: string; onRemove: () => void }) {
  const url = useObjectUrl(photo.blob)
  const [opaque, setOpaque] = useState(false)
  const [tone, text] = states[photo.state]
  return (
    <li className={styles['item']}>
      {url && !opaque ? (
        <img className={styles['image']} src={url} alt={label} onError={() => setOpaque(true)} />
      ) : (
        <span className={styles['blank']}>
          <Icon path={cameraIcon} size={32} />
          <span className={styles['name']}>{photo.fileName}</span>
        </span>
      )}
      <span className={styles['state']}>
        <StatusPill tone={tone}>{text}</StatusPill>
      </span>
      <span className={styles['remove']}>
        <IconButton icon={closeIcon} label={`Ta bort ${label.toLowerCase()}`} onClick={onRemove} />
      </span>
    </li>
  )
}
