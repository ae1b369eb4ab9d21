import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { clockOf } from '#platform/contract/wall-clock.ts'
import { instantNow } from '#platform/web/clock-error.ts'
import { whileTyping } from '#platform/web/forms/while-typing.ts'
import { useSend } from '#platform/web/http/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ClockField } from '#platform/web/ui/ClockField.tsx'
import { TextArea } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getAssignments, reportBack } from '../calls.ts'
import { ReportBackFields, type Assignment, type ReportBack } from '../contract.ts'
import { doubtsAbout } from '../rules.ts'
import { variant } from '#platform/web/variant.ts'
import styles from './ReportBackForm.module.css'
import { doubtText, nearestEnd, nearestTime } from './reported-times.ts'
import { endOf, startOf } from './standing.ts'

interface ReportBackFormProps {
  assignment: Assignment
  onClose: () => void
}

const times = [
  { name: 'start', label: 'Faktisk starttid' },
  { name: 'slut', label: 'Faktisk sluttid' },
] as const

export default function ReportBackForm({ assignment, onClose }: ReportBackFormProps) {
  const planned = assignment.aterrapporterad ?? { ...assignment, notering: assignment.anmarkning }
  const { register, control, handleSubmit, formState } = useForm<ReportBackFields>({
    resolver: standardSchemaResolver(ReportBackFields),
    ...whileTyping,
    defaultValues: {
      start: planned.starttid.slice(11, 16),
      slut: planned.sluttid.slice(11, 16),
      notering: planned.notering,
    },
  })
  const saving = useSend(reportBack, {
    reloads: [getAssignments],
    outbox: ({ starttid }) => ({
      what: 'Återrapport',
      about: `${starttid.slice(0, 10)} ${clockOf(starttid)}, ${assignment.beskrivning}`,
    }),
    said: () => 'Återrapporten är sparad.',
    onSuccess: onClose,
    onWaiting: onClose,
  })
  /** What was typed, while it is asked whether it is right. */
  const [asked, setAsked] = useState<{ readonly body: ReportBack; readonly why: readonly string[] } | null>(null)
  const save = handleSubmit(({ start, slut, notering }) => {
    const { timeZone } = variant
    const planned = { start: startOf(assignment), end: endOf(assignment) }
    const from = nearestTime(start, { time: assignment.starttid, at: planned.start }, timeZone)
    const to = nearestEnd(slut, { time: assignment.sluttid, at: planned.end }, from, timeZone)
    const body = { uppdragId: assignment.id, starttid: from.time, sluttid: to.time, notering }
    const doubts = doubtsAbout({ start: from.at, end: to.at }, planned, instantNow())
    if (doubts.length === 0) saving.submit(body)
    else setAsked({ body, why: doubts.map((doubt) => doubtText(doubt, { start: from, end: to }, planned)) })
  })
  const refusals = Object.values(saving.error?.modelState ?? {}).flat()
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => void save(event)}
      // Another time is another question.
      onInput={() => setAsked(null)}
      noValidate
    >
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
      {saving.error && (
        <Notice kind="error" title="Fel inträffade när formuläret skulle sparas">
          {refusals.length > 0 ? refusals.join(' ') : 'Okänt fel inträffade'}
        </Notice>
      )}
      {asked && (
        <Notice kind="warning" title="Stämmer det?">
          {asked.why.map((why) => (
            <p key={why}>{why}</p>
          ))}
        </Notice>
      )}
      {asked ? (
        // The place of 'Spara' changes nothing, so that a second tap on it answers nothing.
        <div className={styles['actions']}>
          <Button kind="primary" busy={saving.busy} onClick={() => saving.submit(asked.body)}>
            {saving.busy ? 'Sparar..' : 'Ja, det stämmer'}
          </Button>
          <Button
            onClick={(event) => {
              // React makes this very element the one that submits, before the browser acts on the click.
              event.preventDefault()
              if (event.detail < 2) setAsked(null)
            }}
          >
            Ändra
          </Button>
        </div>
      ) : (
        <div className={styles['actions']}>
          <Button onClick={onClose}>Avbryt</Button>
          <Button type="submit" kind="primary" busy={saving.busy}>
            {saving.busy ? 'Sparar..' : 'Spara'}
          </Button>
        </div>
      )}
    </form>
  )
}
