import { type ReactNode, useEffect, useState } from 'react'
import { useFileFetch } from '#platform/web/calls/use-file-fetch.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { downloadIcon } from '#platform/web/ui/icons-more.ts'
import { saveFile } from './download.ts'
import styles from './DocumentRow.module.css'
import { OutdatedCopy } from './OutdatedCopy.tsx'
import { type DocumentFile, FetchFailed } from './ReadButton.tsx'

interface SaveButtonProps extends DocumentFile {
  /** Shown while the file is being fetched. */
  busyText?: string
  /** The shortest time in milliseconds for which `busyText` is shown. */
  busyFor?: number
  /** The id of the document's title. */
  describedBy?: string
  /** Text after the button's word, for screen readers. */
  children?: ReactNode
}

/** Saves a document on the device. In a narrow row only the icon is visible, and the word is for screen readers. */
export function SaveButton(props: SaveButtonProps) {
  const { fileName, fetchFile, failedText, reloads, busyText = 'Ladda ned', busyFor = 0, describedBy, children } = props
  const { busy, failed, bring } = useFileFetch(fileName, failedText, reloads)
  const [until, setUntil] = useState(0)
  const [outdatedFrom, setOutdatedFrom] = useState<number>()
  useEffect(() => {
    if (until === 0) return undefined
    const timer = setTimeout(() => setUntil(0), busyFor)
    return () => clearTimeout(timer)
  }, [until, busyFor])
  const shown = busy || (until > 0 && !failed)
  const save = () => {
    if (busyFor > 0) setUntil(Date.now())
    void bring(async () => {
      const { base64, outdatedFrom: from } = await fetchFile()
      saveFile(fileName, base64)
      setOutdatedFrom(from)
    })
  }
  return (
    <span className={styles['save']}>
      <Button icon={downloadIcon} busy={shown} aria-describedby={describedBy} onClick={save}>
        <span className={styles['word']}>
          {shown ? busyText : 'Ladda ned'}
          {children}
        </span>
      </Button>
      <FetchFailed failed={failed && !busy} />
      {outdatedFrom !== undefined && !failed && <OutdatedCopy from={outdatedFrom} />}
    </span>
  )
}
