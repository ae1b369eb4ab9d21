import { useState } from 'react'
import { contentTypeOf } from '../rules.ts'
import styles from './DocumentTable.module.css'
import { useObjectUrl } from './use-object-url.ts'
import { isPicture } from './viewable.ts'

/** The document itself, shown by the browser. */
export function DocumentPages({ fileName, base64 }: { fileName: string; base64: string }) {
  const [blob] = useState(() => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    return new Blob([bytes], { type: contentTypeOf(fileName) })
  })
  const address = useObjectUrl(blob)
  if (address === null) return null
  return isPicture(fileName) ? (
    <img className={styles['picture']} src={address} alt={fileName} />
  ) : (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; it contains only a PDF
    <iframe className={styles['pages']} src={address} title={fileName} />
  )
}
