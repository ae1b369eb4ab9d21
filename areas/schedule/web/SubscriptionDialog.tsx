import { useEffect, useState } from 'react'
import { clockOf, dayAndDate } from '#platform/contract/wall-clock.ts'
import { Loaded } from '#platform/web/calls/Loaded.tsx'
import { keptLoad } from '#platform/web/calls/kept-load.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { useSend } from '#platform/web/calls/use-send.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { Dialog } from '#platform/web/ui/Dialog.tsx'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { OptionBox } from '#platform/web/ui/OptionBox.tsx'
import { passFocus } from '#platform/web/ui/page-focus.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { getSubscription, subscribe, unsubscribe } from '../calls.ts'
import type { CalendarContent, Subscription } from '../contract.ts'
import { CalendarHelp, NewAddress } from './NewAddress.tsx'
import styles from './SubscriptionDialog.module.css'

const choices: readonly { readonly content: CalendarContent; readonly label: string }[] = [
  { content: 'tider', label: 'Bara tider' },
  { content: 'linje', label: 'Tider, linje och depå' },
]

/** The schedule in the employee's own calendar: makes the secret address, shows when it was last fetched, and ends it. */
export default function SubscriptionDialog({ onClose }: { onClose: () => void }) {
  const load = useCall(getSubscription, undefined, { failedText: 'Hämta kalender misslyckades', staleTime: 0 })
  return (
    <Dialog title="Prenumerera på schemat" onClose={onClose}>
      <div className={styles['parts']}>
        <p>
          Dina tjänster visas i kalendern på telefonen eller datorn, och ändras där när schemat ändras. Inga namn är
          med.
        </p>
        <Loaded of={keptLoad(load).of} skeleton={<Skeleton lines={4} />}>
          {(found) => <Shared found={found} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

function Shared({ found }: { found: Subscription }) {
  /** The choice that is not saved yet. */
  const [chosen, setChosen] = useState<CalendarContent | null>(null)
  /** The choice that has been saved since the last load. */
  const [saved, setSaved] = useState<CalendarContent | null>(null)
  /** Whether sharing has been ended since the last load, which may fail. */
  const [ended, setEnded] = useState(false)
  const [loaded, setLoaded] = useState(found)
  if (loaded !== found) {
    setLoaded(found)
    setSaved(null)
    setEnded(false)
  }
  const current = ended ? null : found
  const inForce = saved ?? current?.visar
  const content = chosen ?? inForce ?? 'linje'
  // Only the answer that created the address contains it, because the server stores a hash.
  const [address, setAddress] = useState<string | null>(null)
  // Also true if the subscription could not be loaded again after the address was created.
  const isShared = current !== null || address !== null
  const options = { failedText: 'Spara kalender misslyckades', reloads: [getSubscription] }
  const saving = useSend(subscribe, {
    ...options,
    onSuccess: ({ adress }, { visar }) => {
      setSaved(visar)
      setEnded(false)
      if (adress !== null) setAddress(adress)
    },
    // The screen then shows the saved choice again.
    onError: () => setChosen(null),
    said: ({ nyAdress }) => (isShared && !nyAdress ? 'Valet är sparat' : 'Adressen är klar'),
  })
  const ending = useSend(unsubscribe, {
    ...options,
    onSuccess: () => {
      setAddress(null)
      setSaved(null)
      setEnded(true)
    },
    said: () => 'Kalendern delas inte längre',
  })
  const { busy, submit } = saving
  if (chosen !== null && chosen === inForce && !busy) setChosen(null)
  const isToBeSaved = isShared && chosen !== null && chosen !== inForce && !busy && !ending.busy
  const end = () => {
    setChosen(null)
    ending.submit(undefined)
  }
  // Also saves a choice that was made while another one was being saved.
  useEffect(() => {
    if (isToBeSaved) submit({ visar: content, nyAdress: false })
    // oxlint-disable-next-line react/exhaustive-deps -- `submit` is another function each time
  }, [content, isToBeSaved])
  return (
    <div className={styles['parts']}>
      {address && <NewAddress address={address} />}
      {current && (
        <p className={styles['facts']}>
          Delas sedan {timeText(current.skapad)}.
          <br />
          {current.senastHamtad
            ? `Senast hämtad ${timeText(current.senastHamtad)}.`
            : 'Ingen kalender har hämtat den än.'}
        </p>
      )}
      <fieldset className={styles['choice']}>
        <legend>Vad kalendern visar</legend>
        {choices.map((choice) => (
          <OptionBox
            key={choice.content}
            type="radio"
            name="visar"
            checked={content === choice.content}
            onChange={() => setChosen(choice.content)}
          >
            {choice.label}
          </OptionBox>
        ))}
      </fieldset>
      {(saving.error || ending.error) && <Notice kind="error">Det gick inte att spara. Försök igen.</Notice>}
      {isShared ? (
        <>
          {!address && (
            <Notice kind="info" live={false}>
              Adressen visades när den gjordes, och finns inte sparad. Behöver du den igen, gör en ny: då slutar den
              gamla att gälla.
            </Notice>
          )}
          <div className={styles['buttons']}>
            <Button busy={saving.busy} onClick={() => saving.submit({ visar: content, nyAdress: true })}>
              Gör en ny adress
            </Button>
            <Button ref={passFocus} kind="quiet" busy={ending.busy} onClick={end}>
              Sluta dela
            </Button>
          </div>
        </>
      ) : (
        <Button
          ref={passFocus}
          kind="primary"
          busy={saving.busy}
          onClick={() => saving.submit({ visar: content, nyAdress: true })}
        >
          Skapa adress
        </Button>
      )}
      {isShared && <CalendarHelp />}
    </div>
  )
}

const timeText = (time: string) => `${dayAndDate(time.slice(0, 10))} ${clockOf(time)}`
