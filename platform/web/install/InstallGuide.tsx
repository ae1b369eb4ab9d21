import { type ReactNode, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Icon } from '../ui/Icon.tsx'
import { downloadIcon, moreIcon, shareIcon } from '../ui/icons-more.ts'
import { type IconPath, okIcon, phoneScreenIcon } from '../ui/icons.ts'
import { useWide } from '../ui/use-media.ts'
import { variant } from '../page/variant.ts'
import styles from './InstallGuide.module.css'
import { useInstalling } from './offer.ts'

interface InstallGuideProps {
  /** Next to the button: a way to dismiss the guide. */
  dismiss?: ReactNode
}

/**
 * How to install the portal as an app on this phone: with a button if the browser supports it, otherwise in two steps. Empty on a wide
 * screen.
 */
export function InstallGuide({ dismiss }: InstallGuideProps) {
  const installing = useInstalling()
  const [busy, setBusy] = useState(false)
  const wide = useWide()
  if (wide) return null
  if (installing.state === 'installed') {
    return (
      <Card title={`Portalen finns på ${home()}`} icon={okIcon} actions={dismiss}>
        <p>Öppna den därifrån, så kommer du direkt till din nästa tjänst.</p>
      </Card>
    )
  }

  async function install(start: () => Promise<void>) {
    setBusy(true)
    await start().catch(() => undefined)
    setBusy(false)
  }

  const offered = installing.state === 'offered' && (
    <Button icon={downloadIcon} busy={busy} onClick={() => void install(installing.install)}>
      Installera appen
    </Button>
  )
  return (
    <Card
      title={`Lägg portalen på ${home()}`}
      icon={phoneScreenIcon}
      actions={
        (offered || dismiss) && (
          <>
            {offered}
            {dismiss}
          </>
        )
      }
    >
      <p>Då öppnar du {variant.title} som en app, med ett tryck.</p>
      {!offered && (isApple() ? <AppleSteps /> : <AndroidSteps />)}
    </Card>
  )
}

// The words are those of iOS, Chrome and Firefox in Swedish.
const AppleSteps = () => (
  <ol className={styles['steps']}>
    <Step icon={shareIcon}>
      Tryck på <strong>Dela</strong> i webbläsaren.
    </Step>
    <Step icon={phoneScreenIcon}>
      Välj <strong>Lägg till på hemskärmen</strong>.
    </Step>
  </ol>
)

const AndroidSteps = () => (
  <ol className={styles['steps']}>
    <Step icon={moreIcon}>Öppna webbläsarens meny, de tre prickarna.</Step>
    <Step icon={phoneScreenIcon}>
      Välj <strong>Installera appen</strong> eller <strong>Lägg till på startskärmen</strong>.
    </Step>
  </ol>
)

function Step({ icon, children }: { icon: IconPath; children: ReactNode }) {
  return (
    <li className={styles['step']}>
      <span className={styles['sign']}>
        <Icon path={icon} size={20} />
      </span>
      <span>{children}</span>
    </li>
  )
}

/** The word that the phone uses itself. */
const home = () => (isApple() ? 'hemskärmen' : 'startskärmen')

/** An iPad claims to be a Mac, but no Mac has a touch screen. */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}
