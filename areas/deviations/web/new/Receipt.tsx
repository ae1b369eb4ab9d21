import { useEffect, useRef } from 'react'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { okIcon, plusIcon } from '#platform/web/ui/icons.ts'
import type { Added } from '../../contract/common.ts'
import type { ReportKind } from '../../rules.ts'
import { kinds } from '../kinds.ts'
import styles from './Receipt.module.css'

/** It is stored: said in so many words, with its number and where to follow it. */
export function Receipt({ added, kind }: { added: Added; kind: ReportKind }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- output is for results of a calculation
    <div className={styles['receipt']} role="status">
      <span className={styles['mark']}>
        <Icon path={okIcon} size={32} />
      </span>
      <h2 ref={heading} tabIndex={-1} className={styles['title']}>
        Avvikelse har sparats
      </h2>
      <p className={styles['text']}>
        {kinds.find((each) => each.kind === kind)?.label}, nummer {added.id}. Du kan följa den i listan.
      </p>
      <div className={styles['actions']}>
        <ButtonLink kind="primary" to="/dashboard/avvikelser">
          Till avvikelser
        </ButtonLink>
        <ButtonLink icon={plusIcon} to="/dashboard/nyavvikelse">
          Skapa ny
        </ButtonLink>
      </div>
    </div>
  )
}
