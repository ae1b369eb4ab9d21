import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useForm } from 'react-hook-form'
import { continued } from '#platform/web/calls/forms/continued.ts'
import { whileTyping } from '#platform/web/calls/forms/while-typing.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { getDetails, saveDetails } from '../calls.ts'
import { DetailsForm, detailsOf } from '../contract.ts'
import { mergeNewer } from '../rules.ts'
import { draftOf } from './changes.ts'
import { areIn, type Group } from './groups.ts'
import type { useProfileDraft } from './draft.ts'
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
  /** Where a failure is shown: at the top of the page. */
  top: HTMLElement | null
  onEnd: (saved: boolean) => void
}

/** The form for the details, starting from the draft if there is one. */
export default function ProfileForm({ details, draft, loadAgain, focused, group, top, onEnd }: ProfileFormProps) {
  const [only, setOnly] = useState(group)
  const [begun] = useState(draft.draft)
  const [base, setBase] = useState({
    base: continued(details.values, begun?.base),
    tag: begun?.tag ?? details.tag,
  })
  const [newer, setNewer] = useState<readonly string[] | null>(null)
  const [fetching, setFetching] = useState(false)
  const notice = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const first = focused && frame.current?.querySelector<HTMLInputElement>('input:not([readonly])')
    if (!first) return
    first.focus()
    // What is changed on a card is most often typed anew.
    if (group) first.select()
  }, [focused, group])
  const { register, handleSubmit, reset, subscribe, getValues, formState } = useForm<DetailsForm>({
    resolver: standardSchemaResolver(DetailsForm),
    ...whileTyping,
    defaultValues: continued(details.values, begun?.typed),
  })
  const { save: keep, discard } = draft
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const changes = draftOf(values, base)
          if (changes) keep(changes)
          else void discard()
        },
      }),
    [subscribe, keep, discard, base],
  )
  const saving = useSend(saveDetails, {
    once: true,
    headers: () => ({ 'If-Match': base.tag }),
    reloads: [getDetails],
    onSuccess: () => void discard(),
  })
  const { busy, answer } = saving
  // After the details have been loaded again, so that the saved ones are shown next.
  useEffect(() => {
    if (answer && !busy) onEnd(true)
    // oxlint-disable-next-line react/exhaustive-deps -- only after a save
  }, [answer, busy])

  const takeNewer = async () => {
    setFetching(true)
    const now = await loadAgain()
    setFetching(false)
    if (!now) return
    const { merged, both } = mergeNewer({ base: base.base, typed: getValues(), newer: now.values })
    saving.reset()
    setBase({ base: now.values, tag: now.tag })
    reset(merged)
    const changes = draftOf(merged, { base: now.values, tag: now.tag })
    if (changes) keep(changes)
    else void discard()
    setNewer(both.map((field) => `${labels[field]}: ${now.values[field] || '(tomt)'}`))
    requestAnimationFrame(() => notice.current?.focus())
    scrollTo(0, 0)
  }
  /** A wrong value that is not on the card would stop the save without being seen. */
  const showFaults = (faults: object) => {
    if (only && !areIn(only, Object.keys(faults))) setOnly(null)
  }
  const cancel = () => {
    void discard()
    onEnd(false)
  }
  const atTop = (words: ReactNode) => (top ? createPortal(words, top) : words)
  return (
    <form
      ref={frame}
      className={styles['form']}
      onSubmit={(event) => {
        setNewer(null)
        void handleSubmit((values) => saving.submit(detailsOf(values)), showFaults)(event)
      }}
      noValidate
    >
      {atTop(
        saving.error && !busy && (
          <SaveFailed error={saving.error} fetching={fetching} onFetch={() => void takeNewer()} />
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
      {begun && !newer && !saving.error && <Notice kind="info">Du har ändringar som inte är sparade.</Notice>}
      <Fields register={register} errors={formState.errors} companyOwned={details.companyOwned} only={only} />
      <div className={styles['actions']}>
        <Button onClick={cancel}>Avbryt</Button>
        <Button type="submit" kind="primary" busy={busy}>
          {busy ? 'Sparar..' : 'Spara'}
        </Button>
      </div>
    </form>
  )
}
