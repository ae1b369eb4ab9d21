import { useRef, useState } from 'react'
import { announce } from '#platform/web/ui/announce.ts'
import { Button, ExternalButton } from '#platform/web/ui/Button.tsx'
import { TextField } from '#platform/web/ui/Field.tsx'
import { calendarIcon, checkIcon, linkIcon } from '#platform/web/ui/icons.ts'
import styles from './SubscriptionDialog.module.css'

/** The address that has just been created. It is shown only this once. */
export function NewAddress({ address }: { address: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    frame.current?.querySelector('input')?.select()
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
      announce('Adressen är kopierad')
    } catch {
      // The browser does not allow copying. The text is selected, so that the employee can copy it by hand.
      announce('Adressen är markerad. Kopiera den.')
    }
  }
  return (
    <div ref={frame} className={styles['address']}>
      <TextField
        label="Adress"
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
        hint="Visas bara nu. Den som har den ser ditt schema."
      />
      <div className={styles['buttons']}>
        <Button kind="primary" icon={copied ? checkIcon : linkIcon} onClick={() => void copy()}>
          {copied ? 'Kopierad' : 'Kopiera'}
        </Button>
        <ExternalButton icon={calendarIcon} href={address.replace(/^https?:/, 'webcal:')}>
          Öppna i kalendern
        </ExternalButton>
      </div>
    </div>
  )
}

const guides = [
  [
    'iPhone och Mac',
    'Tryck på Öppna i kalendern och sedan Prenumerera. Går det inte: öppna Kalender, välj Kalendrar, Lägg till kalender och Lägg till kalenderprenumeration, och klistra in adressen.',
  ],
  [
    'Android och Google Kalender',
    'Öppna calendar.google.com på en dator. Välj plustecknet vid Andra kalendrar, sedan Från webbadress, och klistra in adressen. Efter en stund syns kalendern också i telefonen. Google hämtar den bara några gånger om dygnet.',
  ],
  ['Outlook', 'Öppna kalendern, välj Lägg till kalender och Prenumerera från webben, och klistra in adressen.'],
] as const

/** How to add the address to the most common calendar programs. */
export const CalendarHelp = () => (
  <div className={styles['guides']}>
    {guides.map(([name, text]) => (
      <details key={name}>
        <summary>{name}</summary>
        <p>{text}</p>
      </details>
    ))}
  </div>
)
