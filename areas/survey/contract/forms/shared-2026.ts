import { agree, type Section } from '../form.ts'

/** The end of both forms, word for word the same, so that the answers can be compared. */
export const customers: Section = {
  title: 'Kunder',
  questions: [
    agree('kunder1', 'Våra kunder är nöjda med det vi gör.'),
    agree('kunder2', 'Jag har det som krävs för att ge kunderna ett bra bemötande.'),
    agree('kunder3', 'Kundernas synpunkter tas till vara.'),
    agree('kunder4', 'Jag vet vad kunderna förväntar sig av mig.'),
  ],
  texts: [{ name: 'kunder5', text: 'Vad skulle göra våra kunder nöjdare?' }],
}

export const company: Section = {
  title: 'Företaget',
  questions: [
    agree('foretaget1', 'Jag är stolt över att arbeta här.'),
    agree('foretaget2', 'Jag kan rekommendera företaget som arbetsgivare till en vän.'),
  ],
  texts: [
    { name: 'foretaget3', text: 'Vad förväntar du dig av företaget i framtiden?' },
    { name: 'foretaget4', text: 'Är det något mer du vill säga till ledningen?' },
  ],
}
