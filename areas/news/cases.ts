import { caseCalls } from '#core/cases/calls.ts'
import { itemOfPlace } from './rules.ts'

/** The office's queue of reported comments. The author of the comment reads the office's answers. */
export const commentCases = caseCalls('kommentarer', {
  see: 'comments.see',
  handle: 'comments.moderate',
  words: {
    one: 'Kommentar',
    person: 'den som skrev',
    sent: 'Skriven av',
    text: 'Kommentaren som den är nu',
    opens: false,
    sought: 'Nummer',
    asks: false,
    notice: { thing: (number) => `Din kommentar ${number}`, page: (place) => `nyheter/${itemOfPlace(place)}` },
  },
})
