import { minuteText } from '#platform/contract/wall-clock.ts'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import {
  clockIcon,
  dutiesIcon,
  type IconPath,
  linkIcon,
  newsIcon,
  undoIcon,
  userIcon,
  warningIcon,
} from '#platform/web/ui/icons.ts'
import { documentIcon, helpIcon, hiddenIcon, pencilIcon, phoneIcon } from '#platform/web/ui/icons-more.ts'
import type { CaseEvent } from '../contract.ts'
import { eventWords } from '../event-words.ts'
import styles from './Case.module.css'

const icons: Readonly<Record<CaseEvent['type'], IconPath>> = {
  received: dutiesIcon,
  entered: phoneIcon,
  state: clockIcon,
  answered: newsIcon,
  asked: helpIcon,
  replied: newsIcon,
  changed: pencilIcon,
  noted: dutiesIcon,
  assigned: userIcon,
  marked: warningIcon,
  merged: linkIcon,
  filled: documentIcon,
  redacted: hiddenIcon,
  shown: undoIcon,
}

/** The events of a case, oldest first. Events that only the office sees look different and are labelled as such. */
export function Timeline({ events, person }: { events: readonly CaseEvent[]; person: string }) {
  return (
    <section className={styles['part']}>
      <h3>Händelser</h3>
      {events.length === 0 && <p className={styles['kept']}>Inget har hänt i ärendet än.</p>}
      <ol className={styles['timeline']} aria-label="Händelser">
        {events.map(({ seq, type, at, by, text, to, shown, public: isPublic }) => (
          <li key={seq} className={classes(!isPublic && text !== null && styles['internal'])}>
            <Icon path={icons[type]} size={16} />
            <p className={styles['what']}>
              <b>{eventWords[type](to, person)}</b>
              <span>
                {by && `${by}, `}
                <time dateTime={at}>{minuteText(at)}</time>
              </span>
            </p>
            {text && <p className={styles['said']}>{text}</p>}
            {shown.length > 0 && (
              <details className={styles['filling']}>
                <summary>Det som fylldes i</summary>
                <dl>
                  {shown.map(({ label, value }) => (
                    <div key={label}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
