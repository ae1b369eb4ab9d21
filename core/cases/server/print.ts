import { audit } from '#core/audit/server/audit.ts'
import { peopleTables } from '#core/people/server/tables.ts'
import { counted } from '#platform/contract/counted.ts'
import { minuteText, wallClockIn } from '#platform/contract/wall-clock.ts'
import type { Platform } from '#platform/server/area.ts'
import { atMost } from '#platform/server/at-most.ts'
import { notAllowed } from '#platform/server/http/errors.ts'
import type { Case, CaseEvent, CasePdf, PdfQuery } from '../contract.ts'
import { eventWords } from '../event-words.ts'
import { reportsLeftOut } from '../merged.ts'
import { readingRole } from './case-row.ts'
import type { Acting } from './change.ts'
import { oneCase } from './one-case.ts'
import { type Paper, pdfOf, withPicture } from './pdf/page.ts'
import type { Queue } from './queue.ts'
import { caseTables } from './tables.ts'

// A case with forty photos takes some tens of megabytes of memory while its PDF is made.
const oneOfTwo = atMost(2)

/** The most pictures of merged reports. Twenty reports may have two hundred, too many for a file that is sent by mail. */
const MOST_MERGED = 30

/**
 * A case as a PDF, for the authority and the skyddsombud. It has what the employee sees on the screen, and what is hidden is hidden.
 * Internal notes are in it only if they are asked for, by somebody who handles the case. Recorded like every export.
 */
export async function printCase(
  platform: Platform,
  queue: Queue,
  asking: Acting,
  { nummer, anteckningar }: PdfQuery,
): Promise<CasePdf> {
  const { db } = platform
  const { employee, now, timeZone, request } = asking
  const notes = anteckningar === 'ja'
  const found = await oneCase(db, queue, asking, nummer)
  if (notes && !found.actions.includes('note')) throw notAllowed()
  const own = await peopleTables(db)
    .selectFrom('companies')
    .select('name')
    .where('id', '=', employee.company)
    .executeTakeFirst()
  const company = own?.name ?? ''
  const { reporterId, ...of } = await placeOf(platform, queue, employee.company, nummer)
  await audit(db, {
    company: employee.company,
    at: now,
    by: { employeeId: employee.id, role: readingRole(queue, asking, of), request },
    what: 'case.printed',
    object: { kind: `case.${queue.calls.kind}`, id: nummer },
    about: reporterId,
    after: { notes },
  })
  const printed = minuteText(wallClockIn(timeZone, now))
  const by = `${employee.firstName} ${employee.lastName}`
  const data = await oneOfTwo(async () => {
    const pictures = await readPictures(platform, queue, found.pictures)
    const merged = await picturesOfReports(platform, queue, found)
    const head = {
      title: `${nummer} ${found.title}`,
      author: company,
      at: now,
      footer: `${company} · ${nummer} · utskrivet ${printed} av ${by}`,
    }
    return pdfOf(head, (paper) => writeCase(paper, { found, company, queue, pictures, merged, notes }))
  })
  return { name: `${nummer}.pdf`, contentType: 'application/pdf', data: data.toString('base64') }
}

async function placeOf({ db }: Platform, { calls: { kind } }: Queue, company: string, number: string) {
  const found = await caseTables(db)
    .selectFrom('cases')
    .select(['area', 'category', 'reporter_id as reporterId'])
    .where('company', '=', company)
    .where('kind', '=', kind)
    .where('number', '=', number)
    .executeTakeFirst()
  return found ?? { area: null, category: null, reporterId: null }
}

/** One after the other, because each is large. A picture whose file is gone is left out. */
async function readPictures(platform: Platform, { pictures }: Queue, shown: Case['pictures']): Promise<Buffer[]> {
  const read: Buffer[] = []
  for (const { name } of shown) {
    const image = await pictures?.read(platform, { name, storlek: 'stor' })
    if (image) read.push(Buffer.from(image.data, 'base64'))
  }
  return read
}

interface PicturesOfReports {
  /** By the number of the report. */
  readonly read: ReadonlyMap<string, readonly Buffer[]>
  /** How many more the reports have. */
  readonly leftOut: number
}

async function picturesOfReports(platform: Platform, queue: Queue, { reports }: Case): Promise<PicturesOfReports> {
  const read = new Map<string, readonly Buffer[]>()
  let room = MOST_MERGED
  let leftOut = 0
  for (const { number, pictures } of reports) {
    const shown = pictures.slice(0, room)
    room -= shown.length
    leftOut += pictures.length - shown.length
    read.set(number, await readPictures(platform, queue, shown))
  }
  return { read, leftOut }
}

interface Printed {
  readonly found: Case
  readonly company: string
  readonly queue: Queue
  readonly pictures: readonly Buffer[]
  readonly merged: PicturesOfReports
  readonly notes: boolean
}

function writeCase(paper: Paper, { found, company, queue, pictures, merged, notes }: Printed): void {
  const { words } = queue.calls
  paper.paragraph(company, { quiet: true })
  paper.heading(`${found.number} ${found.title}`, 1)
  paper.facts([
    { label: 'Status', value: found.state.name },
    ...(found.marked && found.marking ? [{ label: 'Märkt', value: found.marking }] : []),
    { label: 'Inkom', value: minuteText(found.received) },
    ...(found.reporter ? [{ label: words.sent, value: found.reporter }] : []),
    { label: 'Handläggare', value: found.owner?.name ?? 'Ingen' },
    ...found.details,
  ])
  if (found.text) {
    paper.heading(words.text)
    paper.paragraph(found.text)
  }
  const leftOut = reportsLeftOut(found, words)
  if (found.reports.length > 0 || leftOut) paper.heading(`Fler ${words.things[1]} om samma sak`)
  for (const { number, reporter, received, text, replies } of found.reports) {
    paper.paragraph([number, reporter, minuteText(received)].filter(Boolean).join(', '), { quiet: true })
    if (text) paper.paragraph(text, { inside: true })
    writePictures(paper, merged.read.get(number) ?? [], `${number}, bild`)
    for (const reply of replies) paper.paragraph(`${minuteText(reply.at)}: ${reply.text}`, { inside: true })
  }
  if (leftOut) paper.paragraph(leftOut, { quiet: true })
  if (merged.leftOut > 0)
    paper.paragraph(`Ytterligare ${counted(merged.leftOut, 'bild', 'bilder')} till dem visas bara i portalen.`, {
      quiet: true,
    })
  if (found.redactions.length > 0)
    paper.paragraph(
      '████ och svarta rutor är uppgifter som har dolts. Ärendets historik säger vem som gjorde det och varför.',
      {
        quiet: true,
      },
    )
  if (pictures.length > 0) paper.heading('Bilder', 2, withPicture)
  writePictures(paper, pictures, 'Bild')
  writeForms(paper, found)
  paper.heading(notes ? 'Händelser, med interna anteckningar' : 'Händelser')
  for (const event of found.events) if (notes || event.public) writeEvent(paper, event, words.person)
}

function writePictures(paper: Paper, pictures: readonly Buffer[], name: string): void {
  for (const [at, picture] of pictures.entries()) paper.picture(picture, `${name} ${at + 1}`)
}

/** Measures, receipts and assessments, as they were last filled in. */
function writeForms(paper: Paper, { forms }: Case): void {
  for (const { title, filled } of forms.filter((form) => form.filled.length > 0)) {
    paper.heading(title)
    for (const { shown, by, at, late } of filled) {
      paper.facts(shown)
      paper.paragraph([by, minuteText(at), late].filter(Boolean).join(', '), { quiet: true })
    }
  }
}

function writeEvent(paper: Paper, event: CaseEvent, person: string): void {
  const { type, to, by, at, text, shown, public: isPublic } = event
  paper.facts([
    {
      label: minuteText(at),
      value: [eventWords[type](to, person), by, !isPublic && 'internt'].filter(Boolean).join(', '),
    },
  ])
  if (text) paper.paragraph(text, { inside: true })
  for (const { label, value } of shown) paper.paragraph(`${label}: ${value}`, { inside: true })
}
