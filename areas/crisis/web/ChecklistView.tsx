import { type ReactNode, useId, useRef, useState } from 'react'
import { dayAndDate } from '#platform/contract/wall-clock.ts'
import { useToday } from '#platform/web/page/now.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { undoIcon } from '#platform/web/ui/icons.ts'
import { deviceName } from '#platform/web/ui/use-media.ts'
import type { BossInfo, Checklist, CrisisContent } from '../contract.ts'
import { type ChecklistName, listsOf } from '../rules.ts'
import styles from './CrisisScreen.module.css'
import { ListChoice } from './ListChoice.tsx'
import { isStale, listAtHand, progressText, stepKey, timesOf } from './progress.ts'
import { Reviewed } from './Reviewed.tsx'
import { StepItem } from './StepItem.tsx'
import { useTicks } from './ticks.ts'

interface ChecklistViewProps {
  name: ChecklistName
  checklist: Checklist
  numbers: CrisisContent['numbers']
  boss: BossInfo | null | undefined
}

/** A checklist with one short instruction per step; ticks are stored on this phone. */
export function ChecklistView({ name, checklist, numbers, boss }: ChecklistViewProps) {
  const { ticks, toggle, clear } = useTicks(name)
  const titleId = useId()
  const today = useToday()
  const lists = listsOf(checklist)
  const [chosen, setChosen] = useState(() => (checklist.choose ? listAtHand(lists, ticks, today) : null))
  const shown = lists.filter((_list, index) => chosen === null || index === chosen)
  const begun = shown.flatMap((list) => timesOf(list, ticks)).sort()
  // A list that was begun earlier shows its progress at the top. A new one starts with its first step, and nothing is inserted above it
  // later.
  const [wasBegun] = useState(begun.length > 0)
  const progress = (
    <Progress begun={begun} today={today} onClear={clear}>
      {progressText(shown, ticks)}
    </Progress>
  )
  return (
    <section className={styles['checklist']} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles['title']}>
        {checklist.title}
      </h2>
      <p>{checklist.lead}</p>
      {checklist.choose && chosen !== null && (
        <ListChoice
          question={checklist.choose}
          names={lists.map((list) => list.name)}
          chosen={chosen}
          onChoose={setChosen}
        />
      )}
      {wasBegun && progress}
      {!checklist.choose && checklist.parts.length > 1 && (
        <PartLinks titles={checklist.parts.map(({ title }) => title)} id={titleId} />
      )}
      {lists.map((list) => (
        // All lists are in the document, so that a printed guide is complete.
        <div key={list.name} className={styles['list']} hidden={!shown.includes(list)}>
          {checklist.choose && <p className={styles['listName']}>{list.name}</p>}
          {list.parts.map(({ part: { title, lead, steps }, index }) => (
            <div key={index} className={styles['part']}>
              <h3 id={partId(titleId, index)} tabIndex={-1} className={styles['partTitle']}>
                {title}
              </h3>
              {lead && <p className={styles['partLead']}>{lead}</p>}
              <ol className={styles['steps']}>
                {steps.map((step) => {
                  const key = stepKey(index, step.do)
                  return (
                    <StepItem
                      key={key}
                      step={step}
                      numbers={numbers}
                      boss={boss}
                      doneAt={ticks[key]}
                      today={today}
                      onToggle={() => toggle(key)}
                    />
                  )
                })}
              </ol>
            </div>
          ))}
        </div>
      ))}
      {!wasBegun && progress}
      <Reviewed of={checklist.reviewed} />
    </section>
  )
}

const partId = (id: string, part: number) => `${id}${part}`

function PartLinks({ titles, id }: { titles: readonly string[]; id: string }) {
  const nav = useRef<HTMLElement>(null)
  const show = (part: number) => {
    const heading = nav.current?.ownerDocument.getElementById(partId(id, part))
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
  return (
    <nav ref={nav} className={styles['parts']} aria-label="Delar av listan">
      {titles.map((title, part) => (
        <Button key={title} onClick={() => show(part)}>
          {title}
        </Button>
      ))}
    </nav>
  )
}

interface ProgressProps {
  begun: readonly string[]
  today: string
  onClear: () => void
  children: ReactNode
}

/** How much is done, and a button to start over. */
function Progress({ begun: [first, ...others], today, onClear, children }: ProgressProps) {
  const [asking, setAsking] = useState(false)
  const stale = first !== undefined && isStale([first, ...others], today)
  return (
    <div className={styles['progress']}>
      <output>
        {children}
        {first && `, påbörjad ${dayAndDate(first.slice(0, 10))} ${first.slice(11, 16)}`}
        {stale && <strong className={styles['stale']}>Bockarna är gamla. Har något nytt hänt: börja om.</strong>}
      </output>
      {/* Not `disabled`, because it gets the focus back when the ticks are gone. */}
      <Button icon={undoIcon} aria-disabled={first === undefined} onClick={() => setAsking(true)}>
        Börja om
      </Button>
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
                  onClear()
                  setAsking(false)
                }}
              >
                Ja, ta bort alla bockar
              </Button>
            </>
          }
        >
          <p>Alla bockar i den här guiden tas bort på {deviceName()}.</p>
        </Dialog>
      )}
    </div>
  )
}
