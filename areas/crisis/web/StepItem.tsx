import { Checkbox } from '#platform/web/ui/Checkbox.tsx'
import { pageAt } from '#platform/contract/pages.ts'
import { useGate } from '#platform/web/calls/profile.ts'
import { useAreas } from '#platform/web/shell/areas-context.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { entryIcons } from '#platform/web/ui/entry-icons.ts'
import type { BossInfo, CrisisContent, Step } from '../contract.ts'
import styles from './CrisisScreen.module.css'
import { ManagerLink } from './ManagerLink.tsx'
import { PhoneLink } from './PhoneLink.tsx'
import { doneText } from './progress.ts'

interface StepItemProps {
  step: Step
  numbers: CrisisContent['numbers']
  boss: BossInfo | null | undefined
  doneAt: string | undefined
  today: string
  onToggle: () => void
}

export function StepItem({ step, numbers, boss, doneAt, today, onToggle }: StepItemProps) {
  return (
    <li className={classes(styles['step'], doneAt && styles['done'])}>
      <label className={styles['tick']}>
        <Checkbox className={styles['box']} checked={doneAt !== undefined} onChange={onToggle} />
        <span className={styles['words']}>
          <span className={styles['do']}>{step.do}</span>
          {step.more && <span className={styles['more']}>{step.more}</span>}
          {doneAt && <span className={styles['when']}>{doneText(doneAt, today)}</span>}
        </span>
      </label>
      {(step.call ?? step.sms ?? step.report) && (
        <div className={styles['calls']}>
          {step.call?.map((who) =>
            who === 'manager' ? (
              <ManagerLink key={who} boss={boss} company={numbers} />
            ) : (
              <PhoneLink key={who} who={who} company={numbers} />
            ),
          )}
          {step.sms?.map((who) => (
            <PhoneLink key={who} who={who} company={numbers} sms />
          ))}
          {step.report && <ReportLink report={step.report} />}
        </div>
      )}
    </li>
  )
}

/** A link to the form of the report; nothing if the employee may not open it, or his or her claims are not known yet. */
function ReportLink({ report }: { report: NonNullable<Step['report']> }) {
  const areas = useAreas()
  const passes = useGate()
  const area = areas.find(({ reportEntries = [] }) => reportEntries.some(({ name }) => name === report))
  const entry = area?.reportEntries?.find(({ name }) => name === report)
  // A company may leave the page out of its menu, but it still opens.
  const screen = area?.screens?.find(({ path }) => path === entry?.path.split('?')[0])
  if (!entry || !screen || !passes(screen.gate) || !passes(entry.gate)) return null
  return (
    <ButtonLink icon={entryIcons[entry.icon]} to={pageAt(entry.path)}>
      Skriv rapporten {entry.label}
    </ButtonLink>
  )
}
