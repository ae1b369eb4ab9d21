import { useId, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/Button.tsx'
import { classes } from '#platform/web/ui/class-names.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { undoIcon } from '#platform/web/ui/icons.ts'
import type { Checklist, CrisisContent, Step } from '../contract.ts'
import type { ChecklistName } from '../rules.ts'
import styles from './CrisisScreen.module.css'
import { PhoneLink } from './PhoneLink.tsx'
import { stepKey, useTicks } from './ticks.ts'

interface ChecklistViewProps {
  name: ChecklistName
  checklist: Checklist
  numbers: CrisisContent['numbers']
}

/** A checklist, one short instruction a step; what is done is ticked off and stays so on this phone. */
export function ChecklistView({ name, checklist, numbers }: ChecklistViewProps) {
  const { ticks, toggle, clear } = useTicks(name)
  const titleId = useId()
  const [asking, setAsking] = useState(false)
  const parts = useRef<(HTMLHeadingElement | null)[]>([])
  const keys = checklist.parts.flatMap(({ steps }, part) => steps.map((step) => stepKey(part, step.do)))
  const begun = keys.flatMap((key) => ticks[key] ?? []).sort()
  // A list begun earlier says so first; a fresh one leaves the place to its first step, and never moves under a finger.
  const [wasBegun] = useState(begun.length > 0)
  const show = (part: number) => {
    parts.current[part]?.scrollIntoView()
    parts.current[part]?.focus({ preventScroll: true })
  }
  const progress = (
    <div className={styles['progress']}>
      <output>
        {begun.length} av {keys.length} steg klara
        {begun[0] && <>, påbörjad {begun[0].slice(0, 16).replace('T', ' ')}</>}
      </output>
      <Button icon={undoIcon} disabled={begun.length === 0} onClick={() => setAsking(true)}>
        Börja om
      </Button>
    </div>
  )
  return (
    <section className={styles['checklist']} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles['title']}>
        {checklist.title}
      </h2>
      <p>{checklist.lead}</p>
      {wasBegun && progress}
      {checklist.parts.length > 1 && (
        <nav className={styles['parts']} aria-label="Delar av listan">
          {checklist.parts.map(({ title }, part) => (
            <Button key={title} onClick={() => show(part)}>
              {title}
            </Button>
          ))}
        </nav>
      )}
      {checklist.parts.map(({ title, lead, steps }, part) => (
        <div key={title} className={styles['part']}>
          <h3 ref={(heading) => void (parts.current[part] = heading)} tabIndex={-1} className={styles['partTitle']}>
            {title}
          </h3>
          {lead && <p className={styles['partLead']}>{lead}</p>}
          <ol className={styles['steps']}>
            {steps.map((step) => {
              const key = stepKey(part, step.do)
              return (
                <StepItem key={key} step={step} numbers={numbers} doneAt={ticks[key]} onToggle={() => toggle(key)} />
              )
            })}
          </ol>
        </div>
      ))}
      {!wasBegun && progress}
      {asking && (
        <Dialog
          title="Börja om?"
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Nej, behåll</Button>
              <Button
                kind="danger"
                onClick={() => {
                  clear()
                  setAsking(false)
                }}
              >
                Ja, ta bort alla bockar
              </Button>
            </>
          }
        >
          <p>Alla bockar i den här listan tas bort på den här telefonen.</p>
        </Dialog>
      )}
    </section>
  )
}

interface StepItemProps {
  step: Step
  numbers: CrisisContent['numbers']
  doneAt: string | undefined
  onToggle: () => void
}

function StepItem({ step, numbers, doneAt, onToggle }: StepItemProps) {
  return (
    <li className={classes(styles['step'], doneAt && styles['done'])}>
      <label className={styles['tick']}>
        <input type="checkbox" className={styles['box']} checked={doneAt !== undefined} onChange={onToggle} />
        <span className={styles['words']}>
          <span className={styles['do']}>{step.do}</span>
          {step.more && <span className={styles['more']}>{step.more}</span>}
          {doneAt && <span className={styles['when']}>Klart {doneAt.slice(11, 16)}</span>}
        </span>
      </label>
      {(step.call ?? step.sms) && (
        <div className={styles['calls']}>
          {step.call?.map((who) => (
            <PhoneLink key={who} who={who} company={numbers} />
          ))}
          {step.sms?.map((who) => (
            <PhoneLink key={who} who={who} company={numbers} sms />
          ))}
        </div>
      )}
    </li>
  )
}
