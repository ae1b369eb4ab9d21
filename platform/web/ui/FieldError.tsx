import { useEffect, useRef, useState } from 'react'
import styles from './FieldError.module.css'
import { Icon } from './Icon.tsx'
import { failedIcon } from './icons.ts'

interface FieldErrorProps {
  id: string
  children: string | undefined
  /** True: the error is never announced. The form announces once what is missing in all such fields. */
  quiet?: boolean
}

/**
 * A field's error, if any. Rendered before there is an error, so that the error is announced once the field has been used.
 * Errors that are found on submit are announced by the field that gets the focus, not by all fields at once.
 */
export function FieldError({ id, children, quiet = false }: FieldErrorProps) {
  const [used, setUsed] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = place.current?.parentElement
    const leaving = new AbortController()
    for (const use of ['input', 'focusout'])
      field?.addEventListener(use, () => setUsed(true), { signal: leaving.signal })
    return () => leaving.abort()
  }, [])
  return (
    <div ref={place} aria-live={used && !quiet ? 'polite' : undefined}>
      {children && (
        <p id={id} className={styles['error']}>
          <Icon path={failedIcon} size={16} />
          {children}
        </p>
      )}
    </div>
  )
}
