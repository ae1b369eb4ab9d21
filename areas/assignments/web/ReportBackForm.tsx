import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Controller, useForm } from 'react-hook-form'
import { addDays } from '#platform/contract/wall-clock.ts'
import { useSend } from '#platform/web/http/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { ClockField } from '#platform/web/ui/ClockField.tsx'
import { TextArea } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getAssignments, reportBack } from '../calls.ts'
import { ReportBackFields, type Assignment } from '../contract.ts'
import styles from './ReportBackForm.module.css'
import { clockOf } from './times.ts'

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
    mode: 'onChange',
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
    onSuccess: onClose,
    onWaiting: onClose,
  })
  const save = handleSubmit(({ start, slut, notering }) => {
    const day = assignment.starttid.slice(0, 10)
    // An end before the start is past midnight: an event never lasts a day.
    const endDay = slut < start ? addDays(day, 1) : day
    saving.submit({
      uppdragId: assignment.id,
      starttid: `${day}T${start}:00`,
      sluttid: `${endDay}T${slut}:00`,
      notering,
    })
  })
  const refusals = Object.values(saving.error?.modelState ?? {}).flat()
  return (
    <form className={styles['form']} onSubmit={(event) => void save(event)} noValidate>
      <div className={styles['times']}>
        {times.map(({ name, label }) => (
          <Controller
            key={name}
            control={control}
            name={name}
            render={({ field, fieldState }) => (
              <ClockField label={label} error={fieldState.error?.message} {...field} />
            )}
          />
        ))}
      </div>
      <TextArea label="Notering" rows={3} error={formState.errors.notering?.message} {...register('notering')} />
      {saving.error && (
        <Notice kind="error" title="Fel inträffade när formuläret skulle sparas">
          {refusals.length > 0 ? refusals.join(' ') : 'Okänt fel inträffade'}
        </Notice>
      )}
      <div className={styles['actions']}>
        <Button onClick={onClose}>Avbryt</Button>
        <Button type="submit" kind="primary" busy={saving.busy}>
          {saving.busy ? 'Sparar..' : 'Spara'}
        </Button>
      </div>
    </form>
  )
}
