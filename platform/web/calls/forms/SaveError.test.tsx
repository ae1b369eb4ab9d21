import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError } from '../../wire/api-error.ts'
import { SaveError, type SaveErrorProps } from './SaveError.tsx'

const unanswered = 'Inget svar kom. Försök igen: det sparas bara en gång.'
const failed = 'Något gick fel. Försök igen.'

it.each<[string, ApiError, Omit<SaveErrorProps, 'error'>, string]>([
  ['no answer', new ApiError(0), {}, unanswered],
  ['a proxy that has no word of its own', new ApiError(502), {}, failed],
  ['no answer, where nothing is saved', new ApiError(0), { unanswered: 'Inget svar kom.' }, 'Inget svar kom.'],
  ['a proxy, whatever is said without an answer', new ApiError(502), { unanswered: 'Inget svar kom.' }, failed],
  ['the server’s sentence', new ApiError(500, 'Ett fel inträffade'), {}, 'Ett fel inträffade'],
  [
    'messages about fields',
    new ApiError(400, 'Kontrollera fälten', { text: ['Skriv ett svar'] }),
    {},
    'Skriv ett svar',
  ],
  ['a failure that has a title', new ApiError(0), { title: 'Ett fel inträffade', otherwise: '' }, 'Ett fel inträffade'],
  ['a failure that has a lead', new ApiError(502), { lead: 'Kommentaren sparades inte' }, 'Kommentaren sparades inte'],
])('after %s the box is not empty, and says it once', (_what, error, props, said) => {
  const box = renderToStaticMarkup(<SaveError error={error} {...props} />)
  expect(box.replaceAll(/<[^>]+>/g, '')).toBe(said)
})
