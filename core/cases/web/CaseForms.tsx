import { minuteText } from '#platform/contract/wall-clock.ts'
import { useState } from 'react'
import { SaveError } from '#platform/web/calls/forms/SaveError.tsx'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { DateField } from '#platform/web/ui/DateField.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { SelectField, TextArea, TextField } from '#platform/web/ui/Field.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { warningIcon } from '#platform/web/ui/icons.ts'
import { StatusPill } from '#platform/web/ui/StatusPill.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import type { CaseCalls } from '../calls.ts'
import type { Case, CaseForm, FormField } from '../contract.ts'
import styles from './CaseForms.module.css'
import { useFormDraft } from './drafts.ts'
import { type OwnAct, WhenSettled } from './own-acts.tsx'
import { useOpened } from './use-opened.ts'

interface CaseFormsProps {
  found: Case
  calls: CaseCalls
  /** Called with the case's versions before and after. */
  onFilled: (own: OwnAct) => void
}

type Filled = CaseForm['filled'][number]

/** The office's own forms on a case: what is filled in, and a way to fill them in. */
export function CaseForms({ found, calls, onFilled }: CaseFormsProps) {
  const [open, setOpen] = useState<WhichForm | null>(null)
  return (
    <>
      {found.forms.map((form) => (
        <section key={form.name} className={styles['form']} aria-label={form.title}>
          <div className={styles['head']}>
            <h3>{form.title}</h3>
            {form.open && (form.many || form.filled.length === 0) && (
              <Button onClick={() => setOpen({ name: form.name, item: null })}>
                {form.many ? 'Lägg till' : 'Fyll i'}{' '}
                <VisuallyHidden>{form.title.toLocaleLowerCase('sv')}</VisuallyHidden>
              </Button>
            )}
          </div>
          {form.filled.length === 0 && (
            // The hint helps only those who may fill in the form.
            <p className={styles['empty']}>{form.open ? (form.hint ?? 'Inget ifyllt än.') : 'Inget är ifyllt.'}</p>
          )}
          {form.filled.map((filled) => (
            <div key={filled.item} className={styles['filled']}>
              {filled.late && (
                <StatusPill tone="red" icon={warningIcon}>
                  {filled.late}
                </StatusPill>
              )}
              <Shown of={filled} />
              <p className={styles['by']}>
                <span>
                  {filled.by && `${filled.by}, `}
                  <time dateTime={filled.at}>{minuteText(filled.at)}</time>
                </span>
                {form.open && (
                  <Button kind="quiet" onClick={() => setOpen({ name: form.name, item: filled.item })}>
                    Ändra <VisuallyHidden>{filled.shown[0]?.value ?? form.title}</VisuallyHidden>
                  </Button>
                )}
              </p>
            </div>
          ))}
        </section>
      ))}
      {open && (
        <WhenSettled calls={calls} found={found}>
          <OpenForm found={found} calls={calls} onFilled={onFilled} {...open} onClose={() => setOpen(null)} />
        </WhenSettled>
      )}
    </>
  )
}

interface WhichForm {
  name: string
  /** Null: a new one. */
  item: number | null
}

/** The form as it is when the dialog opens. */
function OpenForm({ name, item, ...props }: CaseFormsProps & WhichForm & { onClose: () => void }) {
  const [form] = useState(() => props.found.forms.find((each) => each.name === name))
  const filled = form?.filled.find((each) => each.item === item) ?? null
  return form && <FillDialog {...props} form={form} filled={filled} />
}

interface FillDialogProps extends CaseFormsProps {
  form: CaseForm
  filled: Filled | null
  onClose: () => void
}

function FillDialog({ found, calls, onFilled, form, filled, onClose }: FillDialogProps) {
  const { seen, onError } = useOpened(found, calls)
  const { number, version } = seen
  const draft = useFormDraft(calls.kind, number, form, filled)
  const { values, attempts } = draft
  const [continued, setContinued] = useState(draft.since !== null)
  const fill = useSend(calls.fill, {
    once: attempts.key,
    reloads: [calls.one, calls.list, calls.counts, calls.views],
    onError: (error) => {
      attempts.failed(error)
      return onError(error)
    },
    said: () => `Sparat: ${form.title}`,
    onSuccess: (_answer, body) => {
      attempts.end()
      draft.clear()
      onFilled({ from: body.version, to: body.version + 1 })
    },
    onReloaded: onClose,
  })
  const wrong = fill.error?.modelState ?? {}
  const elsewhere = fill.error !== null && !form.fields.some(({ name }) => wrong[name])
  const isOld = draft.since !== null && draft.since !== JSON.stringify(filled?.values ?? {})
  // What is filled in now may be what was sent here without getting an answer.
  const others = attempts.isOf(values) ? null : (changedSince(seen, form, filled) ?? (isOld ? filled : null))
  return (
    <Dialog
      cancel
      title={`${form.title}, ${number}`}
      onClose={onClose}
      broad
      actions={
        <Button
          kind="primary"
          busy={fill.busy}
          onClick={() =>
            fill.submit(
              attempts.begin(values, { number, version, form: form.name, item: filled?.item ?? null, values }),
            )
          }
        >
          {fill.busy ? 'Sparar..' : 'Spara'}
        </Button>
      }
    >
      <div className={styles['fields']}>
        {form.hint && <p className={styles['hint']}>{form.hint}</p>}
        {continued && (
          <Notice
            kind="info"
            live={false}
            action={
              <Button
                onClick={() => {
                  draft.clear()
                  attempts.forget()
                  setContinued(false)
                }}
              >
                Börja om
              </Button>
            }
          >
            Det du började fylla i är kvar.
          </Notice>
        )}
        {form.fields.map((field) => (
          <FieldOf
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={wrong[field.name]?.[0]}
            people={{ calls, number }}
            onChange={(value) => draft.change(field.name, value)}
          />
        ))}
        {elsewhere && fill.error && <SaveError error={fill.error} />}
        {others && (
          <Notice kind="warning" title={`Så står det nu${others.by ? `, ifyllt av ${others.by}` : ''}`}>
            <div className={styles['filled']}>
              <Shown of={others} />
            </div>
            <p>Sparar du igen gäller det du har fyllt i här.</p>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

/** What a colleague has filled in since the dialog opened; null if nothing. */
function changedSince({ forms }: Case, { name, filled: opened, many }: CaseForm, filled: Filled | null): Filled | null {
  // A new one is added beside those of colleagues.
  if (many && filled === null) return null
  const now = forms.find((form) => form.name === name)?.filled.find(({ item }) => item === (filled?.item ?? 1))
  const before = opened.find(({ item }) => item === now?.item)
  return now && JSON.stringify(now.values) !== JSON.stringify(before?.values) ? now : null
}

function Shown({ of: { shown } }: { of: Filled }) {
  return (
    <dl>
      {shown.map(({ label, value }) => (
        <div key={label} data-long={value.length > 40 || undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface FieldOfProps {
  field: FormField
  value: string
  error: string | undefined
  people: { calls: CaseCalls; number: string }
  onChange: (value: string) => void
}

function FieldOf({ field: { label, kind, required, choices, hint }, value, error, people, onChange }: FieldOfProps) {
  const common = { label, error, required: required ? true : undefined, ...(hint !== null && { hint }) }
  switch (kind) {
    case 'date':
      return <DateField {...common} value={value} onChange={onChange} />
    case 'text':
      return (
        <TextArea
          {...common}
          rows={3}
          maxLength={4000}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'choice':
      return (
        <SelectField
          {...common}
          placeholder="Välj"
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )
    case 'person':
      return <PersonField {...common} {...people} value={value} onChange={onChange} />
    default:
      return (
        <TextField
          {...common}
          inputMode={kind === 'kronor' ? 'decimal' : undefined}
          maxLength={200}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )
  }
}

interface PersonFieldProps {
  label: string
  error: string | undefined
  required: boolean | undefined
  hint?: string
  calls: CaseCalls
  number: string
  value: string
  onChange: (value: string) => void
}

function PersonField({ calls, number, onChange, ...field }: PersonFieldProps) {
  const { data = [] } = useCall(calls.people, { nummer: number }, { staleTime: 60_000 })
  return (
    <SelectField
      {...field}
      placeholder="Välj"
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
