import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { type Company, getCompanies } from '#platform/contract/companies.ts'
import { useBegun, useKeptForm } from '#platform/web/forms/use-kept-form.ts'
import { whileTyping } from '#platform/web/forms/while-typing.ts'
import { useCall } from '#platform/web/http/query.ts'
import { Button } from '#platform/web/ui/Button.tsx'
import { SelectField, TextArea, TextField } from '#platform/web/ui/Field.tsx'
import { Failed, Notice } from '#platform/web/ui/Notice.tsx'
import { Skeleton } from '#platform/web/ui/Skeleton.tsx'
import { addSuggestion, getSuggestions } from '../calls.ts'
import { NewSuggestion } from '../contract.ts'
import { useSuggestionDraft } from './draft.ts'
import styles from './SuggestionsScreen.module.css'

interface SuggestionFormProps {
  onSaved: () => void
}

const empty: NewSuggestion = { Rubrik: '', Bolag: '', Beskrivning: '' }

/** The form of a new suggestion, with what was typed last time. */
export default function SuggestionForm({ onSaved }: SuggestionFormProps) {
  const companies = useCall(getCompanies, undefined, { failedText: 'Hämta lista med bolag misslyckades' })
  const draft = useSuggestionDraft()
  const begun = useBegun(draft, empty)
  if (companies.isError && !companies.isFetching) {
    return (
      <Failed error={companies.error} onRetry={() => void companies.refetch()}>
        Kunde inte ladda formuläret.
      </Failed>
    )
  }
  if (!companies.data || !begun) return <Skeleton lines={4} />
  return <Fields companies={companies.data} begun={begun} draft={draft} onSaved={onSaved} />
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
  const { saving, saved, submit } = useKeptForm({
    form,
    draft,
    empty,
    call: addSuggestion,
    reloads: [getSuggestions],
    onSaved,
  })
  const refusals = Object.values(saving.error?.modelState ?? {}).flat()
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
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
      {saving.error && !saving.busy && (
        <Notice kind="error" title="Fel inträffade när formuläret skulle sparas">
          {refusals.length > 0 ? refusals.join(' ') : 'Okänt fel inträffade'}
        </Notice>
      )}
      {saved && <Notice kind="success">Förslag är sparat.</Notice>}
      <div className={styles['actions']}>
        <Button type="submit" kind="primary" busy={saving.busy}>
          {saving.busy ? 'Sparar..' : 'Spara'}
        </Button>
      </div>
    </form>
  )
}
