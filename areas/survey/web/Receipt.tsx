import { useEffect, useRef } from 'react'
import { startPage } from '#platform/contract/pages.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { okIcon } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { focusHeading } from '#platform/web/ui/page-focus.ts'
import { alreadySent } from '../rules.ts'
import styles from './Receipt.module.css'

/** Replaces the form after sending, whether the answer was stored or another one had been before. */
export function Receipt({ said }: { said: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    if (heading.current) heading.current.focus({ preventScroll: true })
    else focusHeading()
  }, [])
  if (said === alreadySent) {
    return (
      <Notice kind="error" title={said}>
        <p>Det som du skickade först gäller. Det du fyllde i nu sparades inte.</p>
      </Notice>
    )
  }
  return (
    <Card>
      <div className={styles['receipt']}>
        <span className={classes('arrives', styles['mark'])}>
          <Icon path={okIcon} size={32} />
        </span>
        {/* It gets the focus, so that it is read out. */}
        <h2 ref={heading} tabIndex={-1} className={styles['title']}>
          {said}
        </h2>
        <p className={styles['text']}>Ditt svar är inskickat. Det sparas utan ditt namn och går inte att ändra.</p>
        <ButtonLink to={startPage}>Till startsidan</ButtonLink>
      </div>
    </Card>
  )
}
