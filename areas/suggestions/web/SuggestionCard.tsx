import { Fragment } from 'react'
import { classes } from '#platform/web/ui/class-names.ts'
import { calendarIcon, clockIcon, infoIcon, okIcon, pauseIcon, type IconPath } from '#platform/web/ui/icons.ts'
import { StatusPill, type Tone } from '#platform/web/ui/StatusPill.tsx'
import { Messages } from '#core/cases/web/Messages.tsx'
import { getSuggestions, replyToOffice } from '../calls.ts'
import type { Suggestion } from '../contract.ts'
import styles from './SuggestionsScreen.module.css'

const looks: Readonly<Record<Suggestion['status'], readonly [Tone, IconPath]>> = {
  Nytt: ['blue', infoIcon],
  'Under utredning': ['amber', clockIcon],
  Planerat: ['blue', calendarIcon],
  Genomfört: ['green', okIcon],
  Avböjt: ['neutral', pauseIcon],
}

export function SuggestionStatus({ of }: { of: Suggestion['status'] }) {
  const [tone, icon] = looks[of]
  return (
    <StatusPill tone={tone} icon={icon}>
      {of}
    </StatusPill>
  )
}

/** A suggestion on a phone, with the office's comments inline instead of in modals. */
export function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  return (
    <article className={styles['card']}>
      <h2 className={styles['title']}>{suggestion.rubrik}</h2>
      <SuggestionFacts suggestion={suggestion} />
    </article>
  )
}

/** A suggestion without its title: on its card, and beside the list. */
export function SuggestionFacts({ suggestion }: { suggestion: Suggestion }) {
  const long = [
    ['Beskrivning', suggestion.beskrivning],
    ['Kommentarer', suggestion.kommentarer],
    ['Åtgärder', suggestion.atgarder],
  ].filter(([, text]) => text)
  const { eget } = suggestion
  return (
    <>
      <dl className={styles['facts']}>
        <dt>Datum</dt>
        <dd>{suggestion.datumForslag.slice(0, 10)}</dd>
        <dt>Status</dt>
        <dd>
          <SuggestionStatus of={suggestion.status} />
        </dd>
        <dt>Skapad av</dt>
        <dd>{suggestion.skapadAv}</dd>
        {long.map(([label, text]) => (
          <Fragment key={label}>
            <dt className={styles['long']}>{label}</dt>
            <dd className={classes(styles['long'], styles['text'])}>{text}</dd>
          </Fragment>
        ))}
      </dl>
      {eget?.inskrivetAv && <p className={styles['entered']}>Inskickat åt dig av {eget.inskrivetAv}.</p>}
      {eget && (
        <Messages number={eget.nummer} messages={eget.meddelanden} reply={replyToOffice} reloads={[getSuggestions]} />
      )}
    </>
  )
}
