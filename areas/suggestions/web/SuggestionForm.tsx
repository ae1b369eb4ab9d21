import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { useAddressee } from '#core/cases/web/on-behalf.ts'
import { getCompanies } from '#core/people/calls.ts'
import type { Company } from '#core/people/contract.ts'
import { NotKept } from '#platform/web/calls/forms/NotKept.tsx'
import { Outcome } from '#platform/web/calls/forms/Outcome.tsx'
import { useInitialFields, useReport, useTyping } from '#platform/web/calls/forms/use-report.ts'
import type { ReportState } from '#platform/web/calls/forms/report-state.ts'
import { whileTyping } from '#platform/web/calls/forms/while-typing.ts'
import { useCall } from '#platform/web/calls/query.ts'
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx'
import { SelectField, TextArea, TextField } from '#platform/web/ui/Field.tsx'
import { Failed } from '#platform/web/calls/Failed.tsx'
import { useFailure } from '#platform/web/calls/use-failure.ts'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { addSuggestion, getSuggestions } from '../calls.ts'
import { NewSuggestion, type Suggestion } from '../contract.ts'
import type { SuggestionEntered } from '../office-contract.ts'
import { useSuggestionDraft } from './draft.ts'
import styles from './SuggestionsScreen.module.css'

interface SuggestionFormProps {
  onSaved?: () => void
}

const empty: NewSuggestion = { Rubrik: '', Bolag: '', Beskrivning: '' }

/** The form for a new suggestion, starting from the draft. */
export default function SuggestionForm({ onSaved }: SuggestionFormProps) {
  const companies = useCall(getCompanies, undefined, { failedText: 'Hämta lista med bolag misslyckades' })
  const failure = useFailure(companies)
  if (!companies.data && failure) return <Failed {...failure}>Kunde inte ladda formuläret.</Failed>
  return <Begun companies={companies.data} onSaved={onSaved} />
}

interface BegunProps extends SuggestionFormProps {
  companies: readonly Company[] | undefined
}

function Begun({ companies, onSaved }: BegunProps) {
  const draft = useSuggestionDraft()
  const begun = useInitialFields(draft, empty)
  if (!companies || !begun) return <Skeleton lines={4} />
  return <Fields companies={companies} begun={begun} draft={draft} onSaved={onSaved} />
}

interface FieldsProps extends SuggestionFormProps {
  companies: readonly Company[]
  begun: NewSuggestion
  draft: ReturnType<typeof useSuggestionDraft>
}

function Fields({ companies, begun, draft, onSaved }: FieldsProps) {
  const form = useForm<NewSuggestion>({
    resolver: standardSchemaResolver(NewSuggestion),
    ...whileTyping,
    defaultValues: begun,
  })
  const { register, formState } = form
  const { behalf, bodyOf, callOf, listedAs } = useAddressee()
  const report = useReport({
    call: callOf<Suggestion | SuggestionEntered, NewSuggestion>(addSuggestion),
    draft,
    fields: form.getValues,
    empty: () => form.reset(empty),
    reloads: [getSuggestions],
    outbox: ({ Rubrik, Bolag, Beskrivning }) => ({
      ...listedAs('Förslag'),
      about: Rubrik,
      written: [
        ['Rubrik', Rubrik],
        ['Bolag', companies.find(({ id }) => id === Bolag)?.name ?? ''],
        ['Beskrivning', Beskrivning],
      ],
    }),
    onSent: () => onSaved?.(),
  })
  useTyping(form, report.changed)
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => void form.handleSubmit((fields) => report.submit(bodyOf(fields)))(event)}
      noValidate
    >
      <TextField label="Rubrik" required error={formState.errors.Rubrik?.message} {...register('Rubrik')} />
      <SelectField
        label="Bolag"
        required
        placeholder="Välj bolag"
        options={companies.map(({ id, name }) => ({ value: id, label: name }))}
        error={formState.errors.Bolag?.message}
        {...register('Bolag')}
      />
      <TextArea
        label="Beskrivning"
        required
        rows={5}
        error={formState.errors.Beskrivning?.message}
        {...register('Beskrivning')}
      />
      <NotKept draft={draft} />
      <Outcome
        state={report.state}
        saved="Förslaget är sparat"
        notSent="Förslaget kunde inte skickas"
        refused={{ title: 'Fel inträffade när formuläret skulle sparas', otherwise: 'Okänt fel inträffade' }}
      >
        {behalf ? <EnteredReceipt state={report.state} /> : 'Förslag är sparat.'}
      </Outcome>
      <div className={styles['actions']}>
        <Button type="submit" kind="primary" busy={report.busy}>
          {report.busy ? 'Sparar..' : 'Spara'}
        </Button>
      </div>
    </form>
  )
}

function EnteredReceipt({ state }: { state: ReportState<Suggestion | SuggestionEntered> }) {
  const { behalf } = useAddressee()
  const entered = state.kind === 'sent' && 'number' in state.answer ? state.answer : null
  if (!behalf) return null
  return (
    <>
      <p>
        Förslaget är sparat. {behalf.person.name} ser det bland förslagen.
        {entered && (
          <>
            {' '}
            Nummer <b className={styles['number']}>{entered.number}</b>.
          </>
        )}
      </p>
      <div className={styles['ways']}>
        {entered?.here && <ButtonLink to={`${behalf.queue}?visa=${entered.number}`}>Öppna ärendet</ButtonLink>}
        <Button onClick={behalf.onAgain}>Nytt förslag åt någon</Button>
      </div>
    </>
  )
}
