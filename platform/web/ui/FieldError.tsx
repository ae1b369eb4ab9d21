import { useEffect, useRef, useState } from 'react'
import styles from './FieldError.module.css'
import { Icon } from './Icon.tsx'
import { failedIcon } from './icons.ts'

interface FieldErrorProps {
  id: string
  children: string | undefined
  /** Never spoken of itself: the form says once what all such fields lack. */
  quiet?: boolean
}

/**
 * What is wrong with a field, or nothing. There before the error is, so that it is heard when it comes: once the field has been used.
 * What a form finds when it is sent is said by the field that gets the focus, and not by all of them at once.
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
