import { counted } from '#platform/contract/counted.ts'
import { officeAt } from '#platform/contract/office-pages.ts'
import { ButtonLink } from '#platform/web/ui/Button.tsx'
import { dutiesIcon } from '#platform/web/ui/icons.ts'
import styles from './Queue.module.css'
import { useWorkList } from './kept-work-list.ts'
import { workListPath } from './work-list-path.ts'

/** A link to the work list of this queue on the device, which opens without coverage too. */
export function WorkListLink({ kind }: { kind: string }) {
  const { list } = useWorkList()
  if (list?.kind !== kind) return null
  return (
    <div className={styles['keep']}>
      <ButtonLink kind="quiet" icon={dutiesIcon} to={officeAt(workListPath)}>
        {`Arbetslista på enheten: ${counted(list.rows.length, 'ärende', 'ärenden')}`}
      </ButtonLink>
    </div>
  )
}
