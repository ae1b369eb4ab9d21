import { OnBehalfScreen } from '#core/cases/web/OnBehalfScreen.tsx'
import { Card } from '#platform/web/ui/Card.tsx'
import { addSuggestionFor, suggestionCases } from '../cases.ts'
import SuggestionForm from './SuggestionForm.tsx'

/** The employee's form in the office, for a suggestion that somebody has made by telephone or in person. */
export default function EnterSuggestionScreen() {
  return (
    <OnBehalfScreen calls={suggestionCases} queue="Förslag" callFor={() => addSuggestionFor}>
      <Card title="Nytt förslag">
        <SuggestionForm />
      </Card>
    </OnBehalfScreen>
  )
}
