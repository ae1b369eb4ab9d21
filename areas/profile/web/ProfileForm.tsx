import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useForm } from 'react-hook-form'
import { continued } from '#platform/web/calls/forms/continued.ts'
import { NotKept } from '#platform/web/calls/forms/NotKept.tsx'
import { useReport, useTyping } from '#platform/web/calls/forms/use-report.ts'
import { whileTyping } from '#platform/web/calls/forms/while-typing.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getDetails, saveDetails } from '../calls.ts'
import { type DetailsForm, detailsForm, detailsOf } from '../contract.ts'
import { mergeNewer } from '../rules.ts'
import { changesOf } from './changes.ts'
import { areIn, type Group } from './groups.ts'
import { changesIn, isChanged, type useProfileDraft } from './draft.ts'
import { Fields, labels } from './Fields.tsx'
import styles from './ProfileScreen.module.css'
import { SaveFailed } from './SaveFailed.tsx'
import type { LoadedDetails } from './use-details.ts'

interface ProfileFormProps {
  details: LoadedDetails
  draft: ReturnType<typeof useProfileDraft>
  loadAgain: () => Promise<LoadedDetails | undefined>
  /** Focuses the first field, because the employee has just opened the form. */
  focused: boolean
  /** The card that is changed; without it the whole form. */
  group: Group | null
  /** The element at the top of the page in which a failure is shown. */
  top: HTMLElement | null
  onEnd: (saved: boolean) => void
}

/** The form for the details, starting from the draft if there is one. */
export default function ProfileForm({ details, draft, loadAgain, focused, group, top, onEnd }: ProfileFormProps) {
  const [only, setOnly] = useState(group)
  const [begun] = useState(() => changesIn(draft))
  const [start] = useState({ base: continued(details.values, begun?.base), tag: begun?.tag ?? details.tag })
  /** The values and version that the form is compared with. */
  const base = useRef(start)
  const [newer, setNewer] = useState<readonly string[] | null>(null)
  const [fetching, setFetching] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = focused && frame.current?.querySelector<HTMLInputElement>('input:not([readonly])')
    if (!first) return
    first.focus()
    // On a card, the value is most often typed anew.
    if (group) first.select()
  }, [focused, group])
  const form = useForm<DetailsForm>({
    resolver: standardSchemaResolver(detailsForm(details.companyOwned)),
    ...whileTyping,
    defaultValues: continued(details.values, begun?.typed),
  })
  const { register, handleSubmit, reset, getValues, formState } = form

  const report = useReport({
    call: saveDetails,
    draft,
    fields: () => changesOf(getValues(), base.current),
    isDraft: isChanged,
    // The form closes instead.
    empty: () => {},
    headers: () => ({ 'If-Match': base.current.tag }),
    reloads: [getDetails],
  })
  useTyping(form, report.changed)
  const { state, busy } = report
  const sent = useRef(start.base)
  // Ends after the details have been loaded again, so that the saved ones are shown next. What was typed while they were saved stays in the
  // open form, on top of them. Before the effect below, which would take what was typed back to the old value for nothing typed.
  useEffect(() => {
    if (state.kind !== 'sent') return
    const typed = getValues()
    if (!isChanged(changesOf(typed, { base: sent.current, tag: '' }))) {
      onEnd(true)
      return
    }
    // If they could not be loaded, the next save says that there are newer ones.
    const newer = details.tag === base.current.tag ? sent.current : details.values
    base.current = { base: newer, tag: details.tag }
    reset(mergeNewer({ base: sent.current, typed, newer }).merged)
    report.changed()
    // oxlint-disable-next-line react/exhaustive-deps -- only after a save
  }, [state.kind])
  // Newer details may arrive in a form that was opened with older ones, for example if the employee saved and left before the answer. If
  // nothing has been typed yet, the form starts again from the newer ones.
  useEffect(() => {
    if (busy || details.tag === base.current.tag || isChanged(changesOf(getValues(), base.current))) return
    base.current = { base: details.values, tag: details.tag }
    reset(details.values)
    // oxlint-disable-next-line react/exhaustive-deps -- only when other details have come
  }, [details.tag])

  const takeNewer = async () => {
    setFetching(true)
    const now = await loadAgain()
    setFetching(false)
    if (!now) return
    const { merged, both } = mergeNewer({ base: base.current.base, typed: getValues(), newer: now.values })
    report.reset()
    base.current = { base: now.values, tag: now.tag }
    reset(merged)
    report.changed()
    setNewer(both.map((field) => `${labels[field]}: ${now.values[field] || '(tomt)'}`))
    requestAnimationFrame(() => notice.current?.focus())
    scrollTo(0, 0)
  }
  /** Shows the whole form if a wrong value is not on the card, since it would otherwise stop the save without being seen. */
  const showFaults = (faults: object) => {
    if (only && !areIn(only, Object.keys(faults))) setOnly(null)
  }
  const cancel = () => {
    report.clear()
    onEnd(false)
  }
  const atTop = (words: ReactNode) => (top ? createPortal(words, top) : words)
  return (
    <form
      ref={frame}
      className={styles['form']}
      onSubmit={(event) => {
        setNewer(null)
        void handleSubmit((values) => {
          sent.current = getValues()
          return report.submit(detailsOf(values))
        }, showFaults)(event)
      }}
      noValidate
    >
      {atTop(
        state.kind === 'refused' && (
          <SaveFailed error={state.error} fetching={fetching} onFetch={() => void takeNewer()} />
        ),
      )}
      {atTop(
        newer && (
          <div ref={notice} tabIndex={-1}>
            <Notice kind="info" title="De nya uppgifterna är hämtade. Det du har skrivit är kvar.">
              {newer.length > 0 && (
                <>
                  <p>Här har både du och någon annan ändrat. Det som gäller nu är:</p>
                  <ul>
                    {newer.map((line) => (
                      <li key={line}>{line}</li>
                    ))}
                  </ul>
                </>
              )}
            </Notice>
          </div>
        ),
      )}
      {begun && !newer && state.kind !== 'refused' && (
        <Notice kind="info">Du har ändringar som inte är sparade.</Notice>
      )}
      <Fields register={register} errors={formState.errors} companyOwned={details.companyOwned} only={only} />
      <NotKept draft={draft} />
      <div className={styles['actions']}>
        <Button onClick={cancel}>Avbryt</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {busy ? 'Sparar..' : 'Spara'}
        </Button>
      </div>
    </form>
  )
}
