import { dateInWords } from '#platform/contract/dates-in-words.ts'
import { DRAFT_DAYS } from '#platform/web/phone/draft-store.ts'
import { Card } from '#platform/web/ui/Card.tsx'
import { SMALLEST_GROUP } from '../rules.ts'
import styles from './Survey.module.css'

interface IntroductionProps {
  closes: string | null
  head: string | null
}

const numbers: Readonly<Record<number, string>> = { 5: 'fem' }

/** The purpose of the survey, its last day, and how the answers are used; signed by the head of the company. */
export function Introduction({ closes, head }: IntroductionProps) {
  return (
    <Card>
      <div className={styles['introduction']}>
        <p>
          Vartannat år frågar vi alla medarbetare hur det är att arbeta hos oss. Dina svar visar vad som fungerar bra
          och vad vi behöver bli bättre på.
        </p>
        <p>
          Undersökningen är öppen till och med <strong>{closes ? dateInWords(closes) : '30 september'}</strong>. Du kan
          svara en gång. Det du fyller i ligger kvar på den här enheten tills du skickar det eller loggar ut, men högst
          i {DRAFT_DAYS} dagar.
        </p>
        <p>
          Du svarar anonymt. Att du har svarat och vad du har svarat sparas var för sig, och svar från färre än{' '}
          {numbers[SMALLEST_GROUP] ?? SMALLEST_GROUP} personer redovisas aldrig för sig. Skriv gärna med egna ord, men
          skriv inte namn eller annat som visar vem du är.
        </p>
        <p className={styles['signature']}>
          Tack för att du hjälper oss att bli bättre!
          <strong>{head ?? 'Företagsledningen'}</strong>
          {head && <span>VD</span>}
        </p>
      </div>
    </Card>
  )
}
