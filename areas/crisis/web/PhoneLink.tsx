import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { phoneIcon } from '#platform/web/ui/icons-more.ts'
import { newsIcon } from '#platform/web/ui/icons.ts'
import type { CompanyNumber, PublicNumber } from '../contract.ts'
import styles from './CrisisScreen.module.css'
import { callLabels, dialled, missingNumber, numberOf, smsLabels } from './numbers.ts'

interface PhoneLinkProps {
  who: CompanyNumber | PublicNumber
  company: Readonly<Partial<Record<CompanyNumber, string>>>
  /** A text message instead of a call. */
  sms?: boolean
}

/** Somebody to call, big enough for a shaking hand; where the company has no number set, it says so. */
export function PhoneLink({ who, company, sms = false }: PhoneLinkProps) {
  const number = numberOf(who, company)
  const label = (sms && smsLabels[who as CompanyNumber]) || callLabels[who]
  if (!number) {
    return (
      <p className={styles['missing']}>
        {label} {missingNumber(who)}
      </p>
    )
  }
  const emergency = who === '112'
  return (
    <a
      className={classes(styles['phone'], emergency && styles['emergency'])}
      href={`${sms ? 'sms' : 'tel'}:${dialled(number)}`}
    >
      <Icon path={sms ? newsIcon : phoneIcon} size={20} />
      {label}
      {!emergency && <span className={styles['number']}>{number}</span>}
    </a>
  )
}
