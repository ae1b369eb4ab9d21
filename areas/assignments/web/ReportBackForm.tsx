import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { clockOf } from '#platform/contract/wall-clock.ts'
import { instantNow } from '#platform/web/page/clock-error.ts'
import { keyOf } from '#platform/web/calls/query.ts'
import { NotKept } from '#platform/web/calls/forms/NotKept.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { formDraftSample } from '#platform/web/calls/forms/continued.ts'
import { type FormDraft, useInitialFields, useReport, useTyping } from '#platform/web/calls/forms/use-report.ts'
import { whileTyping } from '#platform/web/calls/forms/while-typing.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ClockField } from '#platform/web/ui/ClockField.tsx'
import { TextArea } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { type Draft, useDraft } from '#platform/web/phone/drafts.ts'
import type { Item } from '#platform/web/phone/outbox-item.ts'
import { listItems } from '#platform/web/phone/outbox/store.ts'
import { useSubject } from '#platform/web/who/session.ts'
import { getAssignments, reportBack } from '../calls.ts'
import { ReportBackFields, type Assignment, type DayGroup, type ReportBack } from '../contract.ts'
import { doubtsAbout } from '../rules.ts'
import { variant } from '#platform/web/page/variant.ts'
import styles from './ReportBackForm.module.css'
import { doubtText, nearestEnd, nearestTime } from './reported-times.ts'
import { endOf, startOf } from './standing.ts'

interface ReportBackFormProps {
  assignment: Assignment
  /** Its service date. */
  date: string
  /** Set to a function that discards the draft, which is called when the employee closes the dialog. */
  giveUp: Ref<() => void>
  onClose: () => void
}

const times = [
  { name: 'start', label: 'Faktisk starttid' },
  { name: 'slut', label: 'Faktisk sluttid' },
] as const

/** Starts from the draft, otherwise from a report that waits in the outbox, otherwise from the stored report or the planned times. */
export default function ReportBackForm(props: ReportBackFormProps) {
  const waiting = useStoredReport(props.assignment.id)
  return waiting === undefined ? <Skeleton lines={4} /> : <Begun {...props} waiting={waiting} />
}

/**
 * The unsent report on the event, including one that could not be sent, or null; undefined until known. It is read from the phone, since
 * the page knows its unsent reports only some seconds after it has loaded.
 */
function useStoredReport(id: number): ReportBack | null | undefined {
  const subject = useSubject()
  const [waiting, setWaiting] = useState<ReportBack | null>()
  useEffect(() => {
    let left = false
    const found = (items: readonly Item[]) =>
      items
        .filter(({ path, state }) => path === reportBack.path && state !== 'sent')
        .map(({ body }) => body as ReportBack)
        .findLast(({ uppdragId }) => uppdragId === id) ?? null
    void listItems(subject)
      .then(found, () => null)
      .then((report) => !left && setWaiting(report))
    return () => {
      left = true
    }
  }, [subject, id])
  return waiting
}

function Begun({ waiting, ...props }: ReportBackFormProps & { waiting: ReportBack | null }) {
  const { assignment } = props
  // Kept from the first render, since the unsent report may be sent while the form is open.
  const [blank] = useState((): ReportBackFields => {
    const known = waiting ?? assignment.aterrapporterad ?? { ...assignment, notering: assignment.anmarkning }
    return { start: known.starttid.slice(11, 16), slut: known.sluttid.slice(11, 16), notering: known.notering }
  })
  const draft: ReportBackDraft = useDraft(`report-back/${assignment.id}`, formDraftSample)
  const begun = useInitialFields(draft, blank)
  return begun ? <Fields {...props} blank={blank} begun={begun} draft={draft} /> : <Skeleton lines={4} />
}

const withReport = (days: readonly DayGroup[] | undefined, report: ReportBack) =>
  days?.map((day) => ({
    ...day,
    uppdrag: day.uppdrag.map((each) => (each.id === report.uppdragId ? { ...each, aterrapporterad: report } : each)),
  }))

type ReportBackDraft = Draft<FormDraft<ReportBackFields>>

interface FieldsProps extends ReportBackFormProps {
  blank: ReportBackFields
  begun: ReportBackFields
  draft: ReportBackDraft
}

function Fields({ assignment, giveUp, onClose, blank, begun, draft }: FieldsProps) {
  const client = useQueryClient()
  const form = useForm<ReportBackFields>({
    resolver: standardSchemaResolver(ReportBackFields),
    ...whileTyping,
    defaultValues: begun,
  })
  const { register, control, handleSubmit, formState } = form
  const report = useReport({
    call: reportBack,
    draft,
    fields: form.getValues,
    empty: () => form.reset(blank),
    isDraft: (fields) => JSON.stringify(fields) !== JSON.stringify(blank),
    reloads: [getAssignments],
    outbox: ({ uppdragId, starttid }, fields) => ({
      settles: String(uppdragId),
      // No address shows this form: a refused report stays in the list with its text, until the row is reported again.
      address: undefined,
      written: [...times.map(({ name, label }) => [label, fields[name]] as const), ['Notering', fields.notering]],
      what: 'Återrapport',
      about: `${starttid.slice(0, 10)} ${clockOf(starttid)}, ${assignment.beskrivning}`,
    }),
    said: () => 'Återrapporten är sparad.',
    onSent: (_answer, body) => {
      // If the form is opened again before the day has been reloaded, it starts from this report.
      client.setQueriesData<DayGroup[]>({ queryKey: keyOf(getAssignments) }, (days) => withReport(days, body))
      onClose()
    },
    onWaiting: onClose,
  })
  useTyping(form, report.changed)
  const { state, busy } = report
  const [restored] = useState(draft.draft !== null)
  const { discard } = draft
  useImperativeHandle(giveUp, () => () => void discard(), [discard])
  /** The typed values, while the form asks whether they are right. */
  const [asked, setAsked] = useState<{ readonly body: ReportBack; readonly why: readonly string[] } | null>(null)
  const save = handleSubmit(({ start, slut, notering }) => {
    const { timeZone } = variant
    const planned = { start: startOf(assignment), end: endOf(assignment) }
    const from = nearestTime(start, { time: assignment.starttid, at: planned.start }, timeZone)
    const to = nearestEnd(slut, { time: assignment.sluttid, at: planned.end }, from, timeZone)
    const body = { uppdragId: assignment.id, starttid: from.time, sluttid: to.time, notering }
    const doubts = doubtsAbout({ start: from.at, end: to.at }, planned, instantNow())
    if (doubts.length === 0) return report.submit(body)
    return setAsked({ body, why: doubts.map((doubt) => doubtText(doubt, { start: from, end: to }, planned)) })
  })
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => void save(event)}
      // Another time may need another question.
      onInput={() => setAsked(null)}
      noValidate
    >
      {restored && <Notice kind="info">Ditt påbörjade utkast är kvar.</Notice>}
      <div className={styles['times']}>
        {times.map(({ name, label }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field, fieldState }) => (
              <ClockField label={label} required error={fieldState.error?.message} {...field} />
            )}
          />
        ))}
      </div>
      <TextArea
        label="Notering"
        required={false}
        rows={3}
        error={formState.errors.notering?.message}
        {...register('notering')}
      />
      <NotKept draft={draft} />
      {state.kind === 'refused' && (
        <SaveError
          error={state.error}
          title="Fel inträffade när formuläret skulle sparas"
          otherwise="Okänt fel inträffade"
        />
      )}
      {asked && (
        <Notice kind="warning" title="Stämmer det?">
          {asked.why.map((why) => (
            <p key={why}>{why}</p>
          ))}
        </Notice>
      )}
      {asked ? (
        // The button at the position of 'Spara' changes nothing and ignores a double tap. So a second tap on 'Spara' does not answer the
        // question.
        <div className={styles['actions']}>
          <Button kind="primary" busy={busy} onClick={() => void report.submit(asked.body)}>
            {busy ? 'Sparar..' : 'Ja, det stämmer'}
          </Button>
          <Button
            onClick={(event) => {
              // React would reuse this element as the submit button before the browser acts on the click.
              event.preventDefault()
              if (event.detail < 2) setAsked(null)
            }}
          >
            Ändra
          </Button>
        </div>
      ) : (
        <div className={styles['actions']}>
          <Button
            onClick={() => {
              void discard()
              onClose()
            }}
          >
            Avbryt
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {busy ? 'Sparar..' : 'Spara'}
          </Button>
        </div>
      )}
    </form>
  )
}
