import { minuteText } from '#platform/contract/wall-clock.ts'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { PhotoField } from '#core/pictures/web/PhotoField.tsx'
import type { Vehicle } from '#core/vehicles/contract.ts'
import { NotKept } from '#platform/web/calls/forms/NotKept.tsx'
import { Outcome } from '#platform/web/calls/forms/Outcome.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { SelectField, TextArea } from '#platform/web/ui/Field.tsx'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { getActiveFaults, getFaultCategories, getOwnFaults } from '../calls.ts'
import type { AddFault, FaultCategory, FaultReport } from '../contract.ts'
import { isDangerous, sameCategory } from '../rules.ts'
import styles from './FaultScreen.module.css'
import { NewFaultCard } from './NewFaultCard.tsx'
import type { useFaultReport } from './use-fault-report.ts'

interface FaultFormProps {
  vehicle: Vehicle
  report: ReturnType<typeof useFaultReport>
}

/** 'Ny felrapport' on a vehicle. */
export function FaultForm({ vehicle, report }: FaultFormProps) {
  const categories = useCall(getFaultCategories, undefined, { failedText: 'Hämta kategorier misslyckades' })
  return (
    <NewFaultCard vehicle={vehicle}>
      <Loaded of={keptLoad(categories).of}>
        {(all) => <Fields vehicle={vehicle} report={report} categories={all} />}
      </Loaded>
    </NewFaultCard>
  )
}

function Fields({ vehicle, report, categories }: FaultFormProps & { categories: readonly FaultCategory[] }) {
  const { form, busy } = report
  const { behalf } = useAddressee()
  const { register, formState, watch } = form
  const { data: open = [] } = useCall(getActiveFaults, { vehicleNo: vehicle.number })
  const chosen = Number(watch('category'))
  const same = busy ? [] : sameCategory(open, chosen)
  const mayBeUnsafe = categories.some(({ id, name }) => id === chosen && isDangerous(name))
  return (
    <form className={styles['form']} onSubmit={(event) => void report.submit(event)} noValidate>
      {report.restored && (
        <Notice
          kind="info"
          action={
            <Button ref={passFocus} kind="quiet" aria-disabled={busy} onClick={report.clear}>
              Börja om
            </Button>
          }
        >
          Ditt påbörjade utkast är kvar.
        </Notice>
      )}
      <SelectField
        label="Kategori"
        required
        placeholder="Välj kategori"
        options={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
        error={formState.errors.category?.message}
        {...register('category')}
      />
      {mayBeUnsafe && (
        <Notice kind="warning">
          {behalf
            ? 'Be föraren låta bussen stå om felet kan vara farligt.'
            : 'Kör inte om felet kan vara farligt. Ring trafikledningen.'}
        </Notice>
      )}
      {same.length > 0 && <AlreadyOpen reports={same} />}
      <TextArea
        label="Felrapport"
        required
        rows={4}
        maxLength={2000}
        error={formState.errors.text?.message}
        {...register('text')}
      />
      <PhotoField photos={report.photos} />
      <NotKept draft={report.draft} />
      <Outcome
        state={report.state}
        saved="Felrapporten är sparad"
        notSent="Felrapporten kunde inte skickas"
        whileWaiting="Skickas när du har täckning. Kan felet vara farligt: kör inte, och ring trafikledningen."
        refused={{
          lead: 'Ett fel inträffade när felrapporten skulle sparas. Försök igen och om felet kvarstår kontakta support.',
          otherwise: '',
        }}
      >
        {behalf ? <EnteredReceipt state={report.state} /> : <Receipt sent={report.sent} />}
      </Outcome>
      <Button type="submit" kind="primary" wide busy={busy}>
        {busy ? 'Sparar..' : same.length > 0 ? 'Skicka ändå' : 'Skicka'}
      </Button>
    </form>
  )
}

const MOST_SHOWN = 3

function AlreadyOpen({ reports }: { reports: readonly FaultReport[] }) {
  const [first] = reports
  return (
    <Notice kind="warning" title="Kan felet redan vara rapporterat?">
      {reports.length === 1
        ? `En felrapport i kategorin ${first?.faultCategoryName} är öppen på fordonet:`
        : `${reports.length} felrapporter i kategorin ${first?.faultCategoryName} är öppna på fordonet:`}
      <ul className={styles['same']}>
        {reports.slice(0, MOST_SHOWN).map(({ id, number, state, timestamp, text }) => (
          <li key={id}>
            <b>{number}</b>, {state.toLocaleLowerCase('sv')}, {minuteText(timestamp)}: {text}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** The receipt. It takes the number from the employee's own list, which has just been loaded again. */
function Receipt({ sent }: { sent: AddFault | null }) {
  const { data, isError } = useCall(getOwnFaults, {})
  const own = isError
    ? undefined
    : data?.items.find(({ text, vehicleNumber }) => text === sent?.text.trim() && vehicleNumber === sent.vehicleNumber)
  return (
    <>
      <p>Felrapporten är sparad. Det kan ta några minuter för den att synas i listan över aktiva felrapporter.</p>
      {own && (
        <p>
          Nummer <b>{own.number}</b>
        </p>
      )}
    </>
  )
}

/** After a report for somebody else: a link to its case, and a way to write the next one. */
function EnteredReceipt({ state }: { state: ReturnType<typeof useFaultReport>['state'] }) {
  const { behalf } = useAddressee()
  const number = state.kind === 'sent' && typeof state.answer !== 'boolean' ? state.answer.number : null
  if (!behalf) return null
  return (
    <>
      <p>
        Felrapporten är sparad. {behalf.person.name} ser den bland sina felrapporter.
        {number && (
          <>
            {' '}
            Nummer <b>{number}</b>.
          </>
        )}
      </p>
      <div className={styles['ways']}>
        {number && <ButtonLink to={`${behalf.queue}?visa=${number}`}>Öppna ärendet</ButtonLink>}
        <Button onClick={behalf.onAgain}>Ny anmälan åt någon</Button>
      </div>
    </>
  )
}
