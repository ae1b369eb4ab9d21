import { Fragment } from 'react'
import { classes } from '#platform/web/ui/class-names.ts'
import { ReportCard } from '#platform/web/ui/ReportCard.tsx'
import { VisuallyHidden } from '#platform/web/ui/VisuallyHidden.tsx'
import { StatePill } from '#platform/web/ui/StatePill.tsx'
import { Messages } from '#core/cases/web/Messages.tsx'
import { getSuggestions, replyToOffice } from '../calls.ts'
import type { Suggestion } from '../contract.ts'
import styles from './SuggestionsScreen.module.css'

/** A suggestion on a phone, with the office's comments inline instead of in modals. */
export function SuggestionCard({ suggestion }: { suggestion: Suggestion }) {
  const { rubrik, datumForslag, status, skapadAv, beskrivning, kommentarer, atgarder } = suggestion
  return (
    <ReportCard
      title={rubrik}
      heading="h2"
      at={{ iso: datumForslag, shown: datumForslag.slice(0, 10) }}
      state={<StatePill state={status} />}
      facts={[`Skapad av ${skapadAv}`]}
      answers={[
        { label: 'Kommentarer', text: kommentarer },
        { label: 'Åtgärder', text: atgarder },
      ]}
    >
      <p className={styles['text']}>
        <VisuallyHidden>Beskrivning: </VisuallyHidden>
        {beskrivning}
      </p>
      <Own suggestion={suggestion} />
    </ReportCard>
  )
}

/** A suggestion without its title, for the pane beside the list. */
export function SuggestionFacts({ suggestion }: { suggestion: Suggestion }) {
  const long = [
    ['Beskrivning', suggestion.beskrivning],
    ['Kommentarer', suggestion.kommentarer],
    ['Åtgärder', suggestion.atgarder],
  ].filter(([, text]) => text)
  return (
    <>
      <dl className={styles['facts']}>
        <dt>Datum</dt>
        <dd>{suggestion.datumForslag.slice(0, 10)}</dd>
        <dt>Status</dt>
        <dd>
          <StatePill state={suggestion.status} />
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
      <Own suggestion={suggestion} />
    </>
  )
}

/** The part that only the author of a suggestion sees: who has entered it, and the messages between the office and the author. */
function Own({ suggestion: { eget } }: { suggestion: Suggestion }) {
  if (!eget) return null
  const { inskrivetAv, nummer, meddelanden } = eget
  return (
    <>
      {inskrivetAv && <p className={styles['entered']}>Inskickat åt dig av {inskrivetAv}.</p>}
      <Messages number={nummer} messages={meddelanden} reply={replyToOffice} reloads={[getSuggestions]} />
    </>
  )
}
