import { useEffect } from 'react'
import { startPage } from '#platform/contract/pages.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { focusHeading } from '#platform/web/ui/page-focus.ts'
import { ReceiptTitle } from '#platform/web/ui/ReceiptTitle.tsx'
import { alreadySent } from '../rules.ts'
import styles from './Receipt.module.css'

/** Shown after a second attempt, if the first one was stored but the server's reply was lost. */
export const hadArrived = 'Ditt svar hade redan kommit fram.'

/** Replaces the form after sending, whether this answer was stored or an earlier one had been. */
export function Receipt({ said }: { said: string }) {
  if (said === alreadySent) return <SentBefore />
  return (
    <Card>
      <div className={styles['receipt']}>
        <ReceiptTitle>{said}</ReceiptTitle>
        <p className={styles['text']}>Ditt svar är inskickat. Det sparas utan ditt namn och går inte att ändra.</p>
        <ButtonLink to={startPage}>Till startsidan</ButtonLink>
      </div>
    </Card>
  )
}

function SentBefore() {
  useEffect(() => {
    scrollTo(0, 0)
    focusHeading()
  }, [])
  return (
    <Notice kind="error" title={alreadySent}>
      <p>Det som du skickade först gäller. Det du fyllde i nu sparades inte.</p>
    </Notice>
  )
}
