import { useEffect } from 'react'
import { minuteText } from '#platform/contract/wall-clock.ts'
import { PictureStrip } from '#core/pictures/web/PictureStrip.tsx'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { getAlerts, getDeviations, getImage, readAlert } from '../../calls.ts'
import type { Deviation } from '../../contract/list.ts'
import { type Detail, detailsOf } from '../../contract/details.ts'
import styles from './Dialogs.module.css'

/** 'Detaljer': when and by whom it was reported, who is responsible, the place, the answers in the form, and the pictures. */
export function DetailsDialog({ deviation, onClose }: { deviation: Deviation; onClose: () => void }) {
  return (
    <Dialog title="Detaljer" onClose={onClose} broad>
      <p className={styles['of']}>{deviation.rubrik}</p>
      <Details deviation={deviation} first={[['Skapad', minuteText(deviation.skapadDatum) + reporterOf(deviation)]]} />
    </Dialog>
  )
}

/** Who reported it, after the time: ' av Anna Berg, Linjen Norr'. Empty if it is the employee's own report. */
export const reporterOf = ({ egen, skapadAv, bolag }: Deviation) => (egen ? '' : ` av ${skapadAv}, ${bolag}`)

/** Who is responsible for the report, or who handles it instead. */
export const responsibleFor = ({ handlaggs, incidentAnsvarig }: Deviation) => handlaggs ?? (incidentAnsvarig || '–')

/** The details of a report, which is marked as read when they are shown. `first` is rendered before them. */
export function Details({ deviation, first = [] }: { deviation: Deviation; first?: readonly Detail[] }) {
  const { inskrivenAv, egen, incidentDatum } = deviation
  const rows: readonly Detail[] = [
    ...first,
    ['Avvikelsedatum', minuteText(incidentDatum)],
    ['Ansvarig', responsibleFor(deviation)],
    ...detailsOf(deviation),
  ]
  useRead(deviation)
  return (
    <>
      {inskrivenAv && (
        <p className={styles['of']}>{egen ? `Anmäld åt dig av ${inskrivenAv}.` : `Inskriven av ${inskrivenAv}.`}</p>
      )}
      <dl className={styles['details']}>
        {rows.map(([label, answer]) => (
          <div key={label} className={styles['detail']}>
            <dt>{label}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      {deviation.bilder.length > 0 && (
        <>
          <h3 className={styles['pictures']}>Bilder</h3>
          <PictureStrip pictures={deviation.bilder} call={getImage} />
        </>
      )}
    </>
  )
}

/** Marks the report as read by the responsible manager. */
function useRead({ id, olast }: Deviation): void {
  const { submit } = useSend(readAlert, { reloads: [getDeviations, getAlerts] })
  useEffect(() => {
    if (olast) submit({ id })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per opening, whatever the list returns meanwhile
  }, [id])
}
