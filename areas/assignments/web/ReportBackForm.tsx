import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { addDays } from '#platform/contract/wall-clock.ts'
import { useSend } from '#platform/web/http/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { TextArea, TextField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getAssignments, reportBack } from '../calls.ts'
import { ReportBackFields, type Assignment } from '../contract.ts'
import styles from './ReportBackForm.module.css'

interface ReportBackFormProps {
  assignment: Assignment
  onClose: () => void
}

export default function ReportBackForm({ assignment, onClose }: ReportBackFormProps) {
  const planned = assignment.aterrapporterad ?? { ...assignment, notering: assignment.anmarkning }
  const { register, handleSubmit, formState } = useForm<ReportBackFields>({
    resolver: standardSchemaResolver(ReportBackFields),
    mode: 'onChange',
    defaultValues: {
      start: planned.starttid.slice(11, 16),
      slut: planned.sluttid.slice(11, 16),
      notering: planned.notering,
    },
  })
  const saving = useSend(reportBack, { reloads: [getAssignments], onSuccess: onClose })
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
        <TextField
          label="Faktisk starttid"
          inputMode="numeric"
          placeholder="TT:MM"
          maxLength={5}
          error={formState.errors.start?.message}
          {...register('start', { setValueAs: asClock })}
        />
        <TextField
          label="Faktisk sluttid"
          inputMode="numeric"
          placeholder="TT:MM"
          maxLength={5}
          error={formState.errors.slut?.message}
          {...register('slut', { setValueAs: asClock })}
        />
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

/** '512' and '0512' are 05:12: digits are all that a numeric keypad has. */
function asClock(typed: string): string {
  const digits = /^(\d{1,2})(\d\d)$/.exec(typed.trim())
  return digits ? `${digits[1]?.padStart(2, '0')}:${digits[2]}` : typed.trim()
}
