import { minuteText } from '#platform/contract/wall-clock.ts'
import type { Deviation } from '../../contract/list.ts'
import { Details, reporterOf } from './DetailsDialog.tsx'
import styles from './Dialogs.module.css'
import { Status } from './Status.tsx'

/** A report beside the list: first its state and what was done, then the report itself. */
export function DeviationPane({ deviation }: { deviation: Deviation }) {
  const { skapadDatum, atgard } = deviation
  return (
    <>
      <p className={styles['state']}>
        <Status of={deviation} />
        <span>
          Skapad <time dateTime={skapadDatum}>{minuteText(skapadDatum)}</time>
          {reporterOf(deviation)}
        </span>
      </p>
      {atgard.trim() !== '' && (
        <section className={styles['action']} aria-label="Åtgärd">
          <h3>Åtgärd</h3>
          <p className={styles['words']}>{atgard}</p>
        </section>
      )}
      <div>
        <Details deviation={deviation} />
      </div>
    </>
  )
}
