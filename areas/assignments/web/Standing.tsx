import { type RefObject, useLayoutEffect, useRef } from 'react'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { chevronRightIcon, clockIcon } from '#platform/web/ui/icons.ts'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import type { Stage } from './day-line.ts'
import styles from './AssignmentList.module.css'

interface StandingProps {
  stage: Stage | undefined
  /** Whether the list has been brought to where the day stands; done once. */
  arrived: RefObject<boolean>
}

/** Where an event stands by the clock, in words. */
export function Standing({ stage, arrived }: StandingProps) {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (arrived.current || !mark.current) return
    arrived.current = true
    if (mark.current.getBoundingClientRect().bottom > innerHeight * 0.8)
      mark.current.scrollIntoView({ block: 'center' })
  }, [arrived, stage])
  if (stage === 'past') {
    return (
      <span className={styles['past']}>
        <VisuallyHidden>Avslutat</VisuallyHidden>
      </span>
    )
  }
  if (stage !== 'now' && stage !== 'next') return null
  return (
    <span ref={mark} className={styles[stage]}>
      <StatusPill tone={stage === 'now' ? 'green' : 'neutral'} icon={stage === 'now' ? clockIcon : chevronRightIcon}>
        {stage === 'now' ? 'Nu' : 'Härnäst'}
      </StatusPill>
    </span>
  )
}
