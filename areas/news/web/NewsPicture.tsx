import { isGone, repeat } from '#platform/web/calls/use-file-fetch.ts'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { useCall } from '#platform/web/calls/query.ts'
import type { TextPicture } from './RichText.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { refreshIcon } from '#platform/web/ui/icons.ts'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { getGroupItem, getImage, getRegionItem } from '../calls.ts'
import styles from './NewsItemView.module.css'

const shown = /^image\/(jpeg|png|webp)$/

/** A picture in the text. Its space is reserved from the start, so that nothing jumps when it loads. */
export function NewsPicture({ imageId, alt, width, height }: TextPicture) {
  // Requested after the text has been rendered. A picture never changes under its id.
  const load = useCall(getImage, { imageId }, { staleTime: Infinity })
  const failure = useFailure(load)
  const retry = () => {
    // An item that has changed has its pictures under other ids.
    if (isGone(load.error)) void repeat([getRegionItem, getGroupItem])
    failure?.onRetry()
  }
  const image = load.data && shown.test(load.data.contentType) ? load.data : undefined
  const size = width > 0 && height > 0 ? { aspectRatio: `${width} / ${height}`, width: `${width}px` } : undefined
  return (
    <span className={styles['frame']} style={size}>
      {image && (
        <img
          className={styles['picture']}
          src={`data:${image.contentType};base64,${image.data}`}
          alt={alt}
          width={width || undefined}
          height={height || undefined}
        />
      )}
      {!load.data && failure && (
        <span className={styles['missing']}>
          {alt || 'Bilden kunde inte hämtas.'}
          <Button ref={passFocus} icon={refreshIcon} busy={failure.busy} onClick={retry}>
            Hämta bilden igen
          </Button>
        </span>
      )}
    </span>
  )
}
