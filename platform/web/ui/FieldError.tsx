import { useEffect, useRef } from 'react'
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
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = place.current?.parentElement
    if (quiet || !field) return undefined
    const leaving = new AbortController()
    // Not a state: React would render before its own listener has heard of the input. Whatever else waits to be rendered then writes the
    // former value into the field, and what was typed, pasted or chosen is lost.
    const used = () => place.current?.setAttribute('aria-live', 'polite')
    for (const use of ['input', 'focusout']) field.addEventListener(use, used, { signal: leaving.signal })
    return () => leaving.abort()
  }, [quiet])
  return (
    <div ref={place}>
      {children && (
        <p id={id} className={styles['error']}>
          <Icon path={failedIcon} size={16} />
          {children}
        </p>
      )}
    </div>
  )
}
