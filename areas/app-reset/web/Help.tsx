import { pageAt, startPage } from '#platform/contract/pages.ts'
import { useEffect, useRef, useState } from 'react'
import { InstallGuide } from '#platform/web/install/InstallGuide.tsx'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { helpIcon } from '#platform/web/ui/icons-more.ts'
import { refreshIcon } from '#platform/web/ui/icons.ts'
import { Notice } from '#platform/web/ui/Notice.tsx'
import { requestPageFocus } from '#platform/web/ui/page-focus.ts'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { variant } from '#platform/web/page/variant.ts'
import { deviceName } from '#platform/web/ui/use-media.ts'
import styles from './Help.module.css'
import { accessibilityPath } from './paths.ts'
import { Support } from './Support.tsx'

type Stage = 'ready' | 'busy' | 'done' | 'failed'

/** What to do when the app does not work as it should, and the button that resets it. */
export function Help() {
  const [stage, setStage] = useState<Stage>('ready')
  const start = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    // The focused button has disappeared.
    if (stage === 'done') start.current?.focus()
  }, [stage])

  const reset = async () => {
    setStage('busy')
    try {
      const { resetApp } = await import('#platform/web/updates/reset.ts')
      await resetApp()
      setStage('done')
    } catch {
      setStage('failed')
    }
  }

  return (
    <>
      <PageHeader title="Hjälp" />
      <div className={styles['cards']}>
        <Card title="Återställ appen" icon={helpIcon}>
          <p>
            Om en sida inte laddas, eller om appen visar gamla uppgifter: återställ den. Appen hämtas då på nytt, och du
            loggar in igen.
          </p>
          <p className={styles['kept']}>
            Det du har börjat skriva, och det som väntar på att skickas, ligger kvar på {deviceName()}.
          </p>
          {stage === 'done' ? (
            <Notice
              kind="success"
              action={
                // Not a router link: the page itself must be loaded again.
                <a ref={start} className={styles['start']} href={startPage}>
                  Till startsidan
                </a>
              }
            >
              Appen är nu återställd
            </Notice>
          ) : (
            <Button kind="primary" icon={refreshIcon} busy={stage === 'busy'} onClick={() => void reset()}>
              Återställ
            </Button>
          )}
          {stage === 'failed' && (
            <Notice kind="error">Appen kunde inte återställas. Stäng alla flikar med portalen och försök igen.</Notice>
          )}
        </Card>
        <Card title="Hjälp med portalen">
          <Support />
        </Card>
        <InstallGuide />
        <Card title="Tillgänglighet">
          <p>Är det något i portalen som du inte kan läsa, nå eller använda?</p>
          <div className={styles['way']}>
            {/* Outside the shell, nothing else moves the focus to the new page. */}
            <ButtonLink to={pageAt(accessibilityPath)} onClick={requestPageFocus}>
              Om tillgänglighet
            </ButtonLink>
          </div>
        </Card>
        <Card title="Utan täckning">
          <p>
            Dagens tjänst, de närmaste två veckorna, krishanteringen och det du senast har läst finns på {deviceName()}.
            Klockslaget vid ”Uppdaterad” säger hur färskt det är.
          </p>
          <p>
            Felrapporter, avvikelser med bilder, bekräftelser och kommentarer som du gör utan täckning sparas på{' '}
            {deviceName()} och skickas av sig själva, en gång, när du har täckning igen.
          </p>
        </Card>
        <p className={styles['version']}>Version {variant.version}</p>
      </div>
    </>
  )
}
