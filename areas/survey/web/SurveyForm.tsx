import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useMemo, useRef } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { announce, counted } from '#platform/web/ui/announce.ts'
import type { Draft } from '#platform/web/phone/drafts.ts'
import { NotKept } from '#platform/web/calls/forms/NotKept.tsx'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { Icon } from '#platform/web/ui/Icon.tsx'
import { failedIcon } from '#platform/web/ui/icons.ts'
import { getAnswered, sendSurvey } from '../calls.ts'
import { type Filled, questionsOf, schemaOf, type SurveyForm as Form } from '../contract/form.ts'
import { FreeTextBox } from './FreeTextBox.tsx'
import { RadioQuestion } from './RadioQuestion.tsx'
import { alreadySent } from '../rules.ts'
import { hadArrived } from './Receipt.tsx'
import styles from './Survey.module.css'

export interface SurveyFormProps {
  form: Form
  begun: Filled
  kept: Pick<Draft<Filled>, 'save' | 'discard' | 'failed'>
  /** Called with the text to show: the server's, that the employee has answered now or before, or `hadArrived`. */
  onSent: (said: string) => void
}

/** The form, rendered from its definition section by section. */
export function SurveyForm({ form, begun, kept, onSent }: SurveyFormProps) {
  const { save: keep, discard } = kept
  const resolver = useMemo(() => standardSchemaResolver<Filled, unknown, Filled>(schemaOf(form)), [form])
  const { register, handleSubmit, subscribe, control, formState } = useForm<Filled>({
    resolver,
    defaultValues: begun,
  })
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (Object.values(values).some(Boolean)) keep({ ...values })
          else void discard()
        },
      }),
    [subscribe, keep, discard],
  )
  // Bodies that were sent and perhaps stored, although no reply came. Only in memory, since nothing else may show what somebody has
  // answered.
  const lost = useRef(new Set<string>())
  // Where it could not be asked whether the employee has answered before, that an answer is there says nothing about this one.
  const isFirst = useCall(getAnswered).data === false
  const saving = useSend(sendSurvey, {
    reloads: [getAnswered],
    onSuccess: (said, body) => {
      void discard()
      const isOnlyThis = lost.current.size === 1 && lost.current.has(JSON.stringify(body))
      onSent(said === alreadySent && isOnlyThis ? hadArrived : said)
    },
    onError: (error, body) => {
      const mayBeStored = error.status === 0 || (error.status >= 500 && error.status !== 503)
      if (mayBeStored && isFirst) lost.current.add(JSON.stringify(body))
    },
  })
  const { errors } = formState
  const unanswered = questionsOf(form).some(({ name }) => errors[name])
  const wrong = unanswered
    ? 'Alla fält har inte fyllts i'
    : Object.keys(errors).length > 0 && 'En av texterna behöver ändras'
  const submit = handleSubmit(
    (values) => saving.submit(values),
    (found) => {
      saving.reset()
      const missing = questionsOf(form).filter(({ name }) => found[name]).length
      if (missing > 0) announce(`${counted(missing, '', 'En fråga', 'frågor')} saknar svar. Du är nu vid den första.`)
    },
  )
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles['legend']}>Frågor med * måste besvaras.</p>
      {form.sections.map(({ title, questions, texts }) => (
        <Card key={title} title={title}>
          <div className={styles['section']}>
            {questions.map((question) => (
              <RadioQuestion
                key={question.name}
                question={question}
                error={errors[question.name]?.message}
                {...register(question.name)}
              />
            ))}
            {texts.map((box) => (
              <FreeTextBox key={box.name} box={box} control={control} {...register(box.name)} />
            ))}
          </div>
        </Card>
      ))}
      <NotKept draft={kept} />
      {!saving.busy && saving.error && <SaveError error={saving.error} title="Ett fel inträffade" otherwise="" />}
      <div className={styles['actions']}>
        <Answered form={form} control={control} />
        <div className={styles['incomplete']}>
          {wrong && (
            <p>
              <Icon path={failedIcon} size={16} />
              {wrong}
            </p>
          )}
        </div>
        <p className={styles['final']}>När du trycker på Spara skickas ditt svar. Det går inte att ändra sedan.</p>
        <Button type="submit" kind="primary" busy={saving.busy}>
          {saving.busy ? 'Sparar..' : 'Spara'}
        </Button>
      </div>
    </form>
  )
}

/** The progress in a long form. */
function Answered({ form, control }: { form: Form; control: Control<Filled> }) {
  const names = useMemo(() => questionsOf(form).map(({ name }) => name), [form])
  const answers = useWatch({ control, name: names })
  return (
    <p className={styles['answered']}>
      Besvarade frågor: {answers.filter(Boolean).length} av {names.length}
    </p>
  )
}
