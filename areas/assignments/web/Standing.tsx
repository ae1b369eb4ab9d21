import { useLayoutEffect, useRef } from 'react'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { chevronRightIcon, clockIcon } from '#platform/web/ui/icons.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import styles from './AssignmentList.module.css'
import type { Stage } from './day-line.ts'

/** Whether an event is past, under way, next or later, in words. */
export function Standing({ stage }: { stage: Stage | undefined }) {
  if (stage === 'past') {
    return (
      <span className={styles['past']}>
        <VisuallyHidden>Avslutat</VisuallyHidden>
      </span>
    )
  }
  if (stage !== 'now' && stage !== 'next') return null
  return (
    <span className={styles[stage]} data-here="">
      <StatusPill tone={stage === 'now' ? 'green' : 'neutral'} icon={stage === 'now' ? clockIcon : chevronRightIcon}>
        {stage === 'now' ? 'Nu' : 'Härnäst'}
      </StatusPill>
    </span>
  )
}

/** Scrolls the list beside it to the current event when the list first appears. */
export function OpensAtNow() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const here = mark.current?.parentElement?.querySelector('[data-here]')
    if (here && here.getBoundingClientRect().bottom > innerHeight * 0.8) here.scrollIntoView({ block: 'center' })
  }, [])
  return <span ref={mark} hidden />
}
