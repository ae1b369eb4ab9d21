import { Card } from '#platform/web/ui/Card.tsx'
import { PageHeader } from '#platform/web/ui/PageHeader.tsx'
import { variant } from '#platform/web/page/variant.ts'
import styles from './Help.module.css'
import { Support } from './Support.tsx'

/** The accessibility statement: what was tested and how, known problems, and whom to contact. docs/accessibility.md is its source. */
export default function AccessibilityScreen() {
  return (
    <>
      <PageHeader title="Tillgänglighet" lead={`Så tillgänglig är ${variant.title}, och så berättar du om hinder.`} />
      <div className={styles['cards']}>
        <Card title="Hur väl portalen följer reglerna">
          <p>
            Portalen ska följa WCAG 2.2 på nivå AA. I dag följer den reglerna delvis: det som brister står nedanför.
          </p>
        </Card>
        <Card title="Det här brister">
          <ul className={styles['points']}>
            <li>
              Lönebesked i PDF är inte uppmärkta för skärmläsare. Beloppen läses upp i följd, utan tabell. Be
              löneavdelningen om uppgifterna på annat sätt.
            </li>
            <li>
              Policydokument, intyg och bilagor till nyheter läggs in av bolaget, och kan ha brister. När en PDF läses i
              portalen hörs texten i följd, utan rubriker och tabeller.
            </li>
            <li>
              Bilder som kollegor bifogar en avvikelse eller en felrapport har ingen annan beskrivning än sitt nummer.
            </li>
            <li>En nyhet på ett annat språk än svenska läses upp som svenska.</li>
          </ul>
        </Card>
        <Card title="Berätta om hinder">
          <p>
            Är det något du inte kan läsa, nå eller använda? Berätta vilken sida det gäller och vilket hjälpmedel du
            använder.
          </p>
          <Support />
          <p>Får du inget svar: tala med din närmaste chef eller ditt skyddsombud.</p>
        </Card>
        <Card title="Så har vi testat">
          <p>Utvecklarna har själva granskat portalen, senast den 22 november 2026, i webbläsaren Chromium:</p>
          <ul className={styles['points']}>
            <li>varje sida, dialogruta och felmeddelande med testverktyget axe, i ljust och mörkt tema</li>
            <li>de tio vanligaste sysslorna med enbart tangentbord</li>
            <li>namn, roller och meddelanden så som webbläsaren lämnar dem till en skärmläsare</li>
            <li>text i dubbel storlek, smala skärmar, hög kontrast i Windows och mindre rörelse.</li>
          </ul>
          <p>
            Portalen är inte testad av personer som använder skärmläsare, röststyrning eller andra hjälpmedel, och inte
            granskad av någon utomstående.
          </p>
        </Card>
      </div>
    </>
  )
}
