import styles from './FieldError.module.css'
import { Icon } from './Icon.tsx'
import { failedIcon } from './icons.ts'

/** What is wrong with a field, or nothing. There before the error is, so that it is heard when it comes. */
export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  return (
    <div aria-live="polite">
      {children && (
        <p id={id} className={styles['error']}>
          <Icon path={failedIcon} size={16} />
          {children}
        </p>
      )}
    </div>
  )
}
