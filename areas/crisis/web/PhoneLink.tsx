import { classes } from '#platform/web/ui/class-names.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { phoneIcon } from '#platform/web/ui/icons-more.ts'
import type { IconPath } from '#platform/web/ui/icons.ts'
import { dialled } from '#core/people/web/telephone.ts'
import type { CompanyNumber, PublicNumber } from '../contract.ts'
import styles from './CrisisScreen.module.css'
import { callLabels, missingNumber, numberOf, smsLabels } from './numbers.ts'

const messageIcon: IconPath =
  'M6 5h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-6.5L7 19.5V16H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM8 9h8M8 12h5'

interface PhoneLinkProps {
  who: CompanyNumber | PublicNumber
  company: Readonly<Partial<Record<CompanyNumber, string>>>
  /** A text message instead of a call. */
  sms?: boolean
  /** A label instead of the step's. */
  label?: string
}

/** A call button that is big enough for a shaking hand, or a text if the company has not set the number. */
export function PhoneLink({ who, company, sms = false, label: given }: PhoneLinkProps) {
  const number = numberOf(who, company)
  const label = given ?? ((sms && smsLabels[who as CompanyNumber]) || callLabels[who])
  if (!number) {
    return (
      <p className={styles['missing']}>
        {label} {missingNumber(who)}
      </p>
    )
  }
  return <Dial label={label} number={number} sms={sms} emergency={who === '112'} />
}

interface DialProps {
  label: string
  number: string
  sms?: boolean
  emergency?: boolean
}

export function Dial({ label, number, sms = false, emergency = false }: DialProps) {
  return (
    <a
      className={classes(styles['phone'], emergency && styles['emergency'])}
      href={`${sms ? 'sms' : 'tel'}:${dialled(number)}`}
    >
      <Icon path={sms ? messageIcon : phoneIcon} size={20} />
      <span className={styles['who']}>
        {label} {!emergency && <span className={styles['number']}>{number}</span>}
      </span>
    </a>
  )
}
