import { Button } from '#platform/web/ui/Button.tsx'
import { refreshIcon } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import styles from './AssignmentList.module.css'
import type { ReportingLink } from './use-reporting-link.ts'

/** A text that shows what a click on a row does, or why it does nothing. `id` is the id of this text. */
export function ReportingHint({ link, id }: { link: ReportingLink; id: string }) {
  if (link.state !== 'inactive') {
    return (
      <p id={id} className={styles['hint']}>
        {link.state === 'loading' ? 'Laddar..' : 'Klicka på en rad för att återrapportera'}
      </p>
    )
  }
  return (
    <div className={styles['inactive']}>
      <Notice
        kind="warning"
        action={
          <Button ref={passFocus} icon={refreshIcon} busy={link.retrying} onClick={link.retry}>
            Försök igen
          </Button>
        }
      >
        <span id={id}>Återrapporteringen kan inte öppnas just nu: planeringssystemet svarar inte.</span>
      </Notice>
    </div>
  )
}
