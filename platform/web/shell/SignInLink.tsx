import { type MouseEvent, useRef, useState } from 'react'
import type { HeaderLink } from './area.ts'
import { ApiError } from '../wire/api-error.ts'
import { send } from '../wire/client.ts'
import { LinkFace } from './LinkFace.tsx'
import styles from './NavList.module.css'
import { openTab, postIn } from './sign-in-tab.ts'

interface SignInLinkProps {
  link: HeaderLink
  signIn: NonNullable<HeaderLink['signIn']>
  onGo?: (() => void) | undefined
}

type Outcome = 'idle' | 'busy' | 'failed' | 'blocked'

/** A link whose target accepts the employee's sign-in. */
export function SignInLink({ link, signIn, onGo }: SignInLinkProps) {
  const { label, href } = link
  const [outcome, setOutcome] = useState<Outcome>('idle')
  const underWay = useRef(false)

  async function open() {
    if (underWay.current) return
    const tab = openTab(label)
    if (!tab) return setOutcome('blocked')
    underWay.current = true
    setOutcome('busy')
    try {
      const fields = await send(signIn)
      if (!tab.closed) postIn(tab, href, fields)
      setOutcome('idle')
      onGo?.()
    } catch (error) {
      tab.close()
      // On 401 the employee is being sent to the sign-in.
      setOutcome(error instanceof ApiError && error.status === 401 ? 'idle' : 'failed')
    } finally {
      underWay.current = false
    }
  }

  function onClick(event: MouseEvent) {
    event.preventDefault()
    void open()
  }

  return (
    <>
      <a
        className={styles['item']}
        href={href}
        target="_blank"
        rel="noreferrer"
        title="Öppnas i en ny flik"
        aria-busy={outcome === 'busy' || undefined}
        onClick={onClick}
      >
        <LinkFace label={label} />
      </a>
      <output className={styles['said']}>{outcome === 'busy' && 'Laddar..'}</output>
      <p className={styles['wrong']} role="alert">
        {outcome === 'failed' && `${label} kunde inte öppnas. Försök igen.`}
        {outcome === 'blocked' &&
          'Webbläsaren stoppade den nya fliken. Tillåt popupfönster för portalen och försök igen.'}
      </p>
    </>
  )
}
