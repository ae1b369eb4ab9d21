import { useRef, useState } from 'react'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { type FieldPath, type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import { wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Draft } from '#platform/web/phone/drafts.ts'
import type { FormDraft } from '#platform/web/calls/forms/use-report.ts'
import { continued } from '#platform/web/calls/forms/continued.ts'
import { whileTyping } from '#platform/web/calls/forms/while-typing.ts'
import { useTitle } from '#platform/web/shell/Screens.tsx'
import { Button } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { chevronLeftIcon } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { Steps } from '#platform/web/ui/Steps.tsx'
import { variant } from '#platform/web/page/variant.ts'
import type { Photos } from '#core/pictures/web/use-photos.ts'
import { kinds } from '../kinds.ts'
import { type Definition, type LeftOut, type FormContext, resolverOf } from './definition.ts'
import { DraftNotice } from './DraftNotice.tsx'
import styles from './FormInSteps.module.css'
import { SaveFailed } from './SaveFailed.tsx'
import { Summary } from './Summary.tsx'
import { usePrefill } from './use-prefill.ts'
import { useSavedDraft } from './use-saved-draft.ts'
import { type Saved, useDeviation } from './use-deviation.ts'
import { useStep } from './use-step.ts'

interface FormInStepsProps<Fields extends FieldValues, Payload> {
  definition: Definition<Fields, Payload>
  context: FormContext
  photos: Photos
  draft: Draft<FormDraft<Fields>>
  onStartOver: () => Promise<void>
  onSaved: (saved: Saved) => void
}

/** A form on one page, or step by step with a summary at the end. */
export function FormInSteps<Fields extends FieldValues, Payload>(props: FormInStepsProps<Fields, Payload>) {
  const { definition, context, photos, draft, onStartOver, onSaved } = props
  const { steps } = definition
  const [kept] = useState(draft.draft)
  const [keptPhotos] = useState(photos.list.length > 0)
  const [begun] = useState(() => continued(definition.blank(wallClockIn(variant.timeZone, new Date())), kept?.fields))
  const [resolver] = useState(() => resolverOf(definition))
  const form = useForm<Fields, FormContext>({
    resolver,
    context,
    ...whileTyping,
    shouldFocusError: false,
    defaultValues: begun as DefaultValues<Fields>,
  })
  // Not prefilled in the office, since the bus and place of the employee who enters the report are not the caller's.
  const { behalf } = useAddressee()
  usePrefill(form, context, !kept && !behalf)
  const report = useDeviation({ definition, form, context, photos, draft, onSaved })
  useSavedDraft(form, report.keep, Boolean(kept))

  const hasSummary = steps.length > 1
  const step = useStep(hasSummary ? steps.length + 1 : 1, Boolean(kept))
  const label = kinds.find(({ kind }) => kind === definition.kind)?.label ?? 'Ny avvikelse'
  useTitle(hasSummary ? `${label}, steg ${step.current + 1} av ${steps.length + 1}` : label)
  const frame = useRef<HTMLFormElement>(null)
  const open = steps[step.current]

  const [leftOut, setLeftOut] = useState<LeftOut | null>(null)
  const edit = (at: number) => {
    setLeftOut(null)
    step.edit(at)
  }

  const showWrong = () => {
    // After React has rendered the messages.
    requestAnimationFrame(() => {
      const wrong = frame.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      wrong?.scrollIntoView({ block: 'center' })
      wrong?.focus({ preventScroll: true })
    })
  }

  const next = async () => {
    const fields = (open?.fields ?? []) as readonly FieldPath<Fields>[]
    if (await form.trigger(fields)) step.next()
    else showWrong()
  }

  const save = async (asked: boolean) => {
    if (report.status === 1) return
    if (await form.trigger()) {
      const missing = asked ? null : (definition.leftOut?.(form.getValues()) ?? null)
      setLeftOut(missing)
      if (!missing) await report.save()
      return
    }
    const wrong = report.problems()
    const first = steps.findIndex(({ fields }) => fields.some((field) => field in wrong))
    if (first >= 0) step.goTo(first)
    showWrong()
  }

  const last = !hasSummary || step.current === steps.length
  // The phone's Back button also closes the question.
  if (!last && leftOut) setLeftOut(null)
  const content = open ? (
    <open.Body control={form.control} context={context} photos={photos} />
  ) : (
    <Summary steps={steps} fields={form.getValues()} context={context} photos={photos} onEdit={edit} />
  )
  const saveButton = (
    <Button type="submit" kind="primary" wide={!hasSummary} busy={report.status === 1}>
      {report.status === 1 ? 'Sparar..' : 'Spara'}
    </Button>
  )
  const failed = report.status === 3 && report.error && <SaveFailed error={report.error} />
  return (
    <>
      {(kept || keptPhotos) && (
        <DraftNotice savedAt={draft.savedAt} busy={report.status === 1} onStartOver={onStartOver} />
      )}
      <form
        ref={frame}
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void (last ? save(false) : next())
        }}
      >
        {hasSummary ? (
          <Steps
            titles={[...steps.map(({ title }) => title), 'Sammanfattning']}
            current={step.current}
            actions={
              <>
                {leftOut ? (
                  <Button onClick={() => void save(true)}>Spara ändå</Button>
                ) : (
                  step.current > 0 &&
                  !step.editing && (
                    <Button icon={chevronLeftIcon} onClick={step.back}>
                      Tillbaka
                    </Button>
                  )
                )}
                {leftOut ? (
                  // This button is at the position of 'Spara' and ignores a double tap, so that a second tap does not answer the question.
                  <Button
                    kind="primary"
                    onClick={(event) => {
                      // React would reuse this element as the submit button before the browser acts on the click.
                      event.preventDefault()
                      if (event.detail < 2) edit(steps.findIndex(({ title }) => title === leftOut.step))
                    }}
                  >
                    {leftOut.fillIn}
                  </Button>
                ) : last ? (
                  saveButton
                ) : (
                  <Button type="submit" kind="primary">
                    {step.editing ? 'Till sammanfattningen' : 'Nästa'}
                  </Button>
                )}
              </>
            }
          >
            {open ? (
              <Card>
                <div className={styles['fields']}>{content}</div>
              </Card>
            ) : (
              content
            )}
            {leftOut && <Notice kind="warning">{leftOut.question}</Notice>}
            {failed}
          </Steps>
        ) : (
          <>
            <Card>
              <div className={styles['fields']}>{content}</div>
            </Card>
            {failed}
            {saveButton}
          </>
        )}
      </form>
    </>
  )
}
