import { useEffect, useRef } from 'react'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { okIcon, plusIcon } from '#platform/web/ui/icons.ts'
import { WaitingToBeSent } from '#platform/web/ui/WaitingToBeSent.tsx'
import { deviceName } from '#platform/web/ui/use-media.ts'
import type { Added } from '../../contract/common.ts'
import type { ReportKind } from '../../rules.ts'
import { kinds } from '../kinds.ts'
import styles from './Receipt.module.css'

/** It is stored: said in so many words, with its number and where to follow it; or it waits for coverage. */
export function Receipt({ added, kind }: { added: Added | 'waiting'; kind: ReportKind }) {
  const label = kinds.find((each) => each.kind === kind)?.label ?? 'Ny avvikelse'
  useTitle(label)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    // Its heading takes the focus, and is read out with that.
    <div className={styles['receipt']}>
      <span className={styles['mark']}>
        <Icon path={okIcon} size={32} />
      </span>
      <h2 ref={heading} tabIndex={-1} className={styles['title']}>
        {added === 'waiting' ? `Avvikelsen är sparad på ${deviceName()}` : 'Avvikelse har sparats'}
      </h2>
      {added === 'waiting' ? (
        <WaitingToBeSent>
          Den skickas av sig själv när du har täckning. Vid allvarlig händelse: ring också trafikledningen.
        </WaitingToBeSent>
      ) : (
        <p className={styles['text']}>
          {label}, nummer {added.nummer}. Du kan följa den i listan.
        </p>
      )}
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
