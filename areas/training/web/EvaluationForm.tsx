import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useCallback } from 'react'
import { useController, useForm, type Resolver } from 'react-hook-form'
import { announce, counted } from '#platform/web/ui/announce.ts'
import { type Draft, useDraft } from '#platform/web/phone/drafts.ts'
import { NotKept } from '#platform/web/calls/forms/NotKept.tsx'
import { Outcome } from '#platform/web/calls/forms/Outcome.tsx'
import { formDraftSample } from '#platform/web/calls/forms/continued.ts'
import { type FormDraft, useInitialFields, useReport, useTyping } from '#platform/web/calls/forms/use-report.ts'
import { whileTyping } from '#platform/web/calls/forms/while-typing.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { TextArea, TextField } from '#platform/web/ui/Field.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { sendEvaluation } from '../calls.ts'
import { NewEvaluation, type EvaluationForm as Filled } from '../contract.ts'
import { questions } from '../rules.ts'
import { ScaleField } from './ScaleField.tsx'
import styles from './TrainingScreen.module.css'

const empty: Filled = {
  utbildningsort: '',
  datum: '',
  ...(Object.fromEntries(questions.map(({ id }) => [id, ''])) as Record<(typeof questions)[number]['id'], string>),
  synpunkter: '',
  ovrigt: '',
}

type EvaluationDraft = Draft<FormDraft<Filled>>

/** The evaluation of a course, starting from the draft. */
export function EvaluationForm() {
  const draft: EvaluationDraft = useDraft('training-evaluation', formDraftSample)
  const begun = useInitialFields(draft, empty)
  return begun ? <Fields begun={begun} draft={draft} /> : <Skeleton lines={4} />
}

function Fields({ begun, draft }: { begun: Filled; draft: EvaluationDraft }) {
  const form = useForm<Filled, unknown, NewEvaluation>({
    resolver: standardSchemaResolver(NewEvaluation) as unknown as Resolver<Filled, unknown, NewEvaluation>,
    ...whileTyping,
    defaultValues: begun,
  })
  const { register, control, formState } = form
  const { errors } = formState
  // Registered in the order of the page, so that the first wrong field gets the focus.
  const place = register('utbildningsort')
  const { ref, ...date } = useController({ control, name: 'datum' }).field
  const focusDate = useCallback(
    (box: HTMLDivElement | null) => ref(box && { focus: () => box.querySelector('input')?.focus() }),
    [ref],
  )
  const report = useReport({
    call: sendEvaluation,
    draft,
    fields: form.getValues,
    empty: () => form.reset(empty),
    outbox: ({ utbildningsort, datum }, fields) => ({
      what: 'Utvärdering',
      about: `${utbildningsort}, ${datum}`,
      written: [
        ...questions.map(({ id, text }) => [text, fields[id]] as const),
        ['Synpunkter', fields.synpunkter],
        ['Övrigt', fields.ovrigt],
      ],
    }),
  })
  useTyping(form, report.changed)
  const submit = form.handleSubmit(report.submit, (found) =>
    announce(counted(Object.keys(found).length, '', 'Ett fält behöver fyllas i', 'fält behöver fyllas i')),
  )
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <TextField label="Utbildningsort" required error={errors.utbildningsort?.message} {...place} />
      <div ref={focusDate}>
        <DateField label="Datum" required error={errors.datum?.message} {...date} />
      </div>
      {questions.map(({ id, text }) => (
        <ScaleField key={id} question={text} error={errors[id]?.message} field={register(id)} />
      ))}
      <TextArea label="Synpunkter" required={false} error={errors.synpunkter?.message} {...register('synpunkter')} />
      <TextArea label="Övrigt" required={false} error={errors.ovrigt?.message} {...register('ovrigt')} />
      <NotKept draft={draft} />
      <Outcome
        state={report.state}
        saved="Utvärderingen är sparad"
        notSent="Utvärderingen kunde inte skickas"
        refused={{ title: 'Ett fel inträffade' }}
      >
        Utvärderingen har sparats
      </Outcome>
      <div className={styles['actions']}>
        <Button type="submit" kind="primary" busy={report.busy}>
          {report.busy ? 'Sparar..' : 'Spara'}
        </Button>
      </div>
    </form>
  )
}
