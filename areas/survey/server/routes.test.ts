import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { portsOn } from '../../../app/server/areas.ts'
import { testPlatform } from '../../../app/server/test-platform.ts'
import { testNow } from '../../../app/server/test-template.ts'
import { questionsOf, textsOf } from '../contract/form.ts'
import { formOf } from '../contract/forms/forms.ts'
import { filledForm } from './answers-fixture.ts'
import { survey } from './index.ts'
import { surveyImport } from './import-survey.ts'
import { allAnswers, surveyPortal, type SurveyPortal } from './survey-fixture.ts'

let portal: SurveyPortal
beforeAll(async () => {
  portal = await surveyPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.clock.now = testNow
  await sql`truncate survey_answers, survey_sealed, survey_participation`.execute(portal.db)
})

const status = async (userName: string) => (await portal.send(userName, 'GET', '/api/undersokning/get')).body.result
const send = (userName: string, body: unknown, host = 'localhost') =>
  portal.send(userName, 'POST', '/api/undersokning/send', { body, host })

const stored = () => allAnswers(portal.db, portal.keys)
const answered = async (): Promise<string[]> => {
  const { rows } = await sql<{ user_name: string }>`
    select user_name from survey_participation p join employees e on e.id = p.employee_id order by 1`.execute(portal.db)
  return rows.map((row) => row.user_name)
}
type Platform = Parameters<NonNullable<typeof survey.demo>>[0]
const platform = () => ({ db: portal.db }) as Platform

test('is open in the demo through the next 30 September, signed by the company’s head', async () => {
  expect(await status('anna')).toEqual([
    {
      datum: true,
      contenttype: 'forare',
      year: 2027,
      opens: '2026-11-07',
      closes: '2027-09-30',
      head: 'David Hedlund',
    },
  ])
  expect(await status('gunilla')).toMatchObject([{ datum: true, head: 'Annika Rydberg' }])
  expect(await status('david')).toMatchObject([{ datum: true, contenttype: 'tjansteman' }])
})

test('the demo is made once', async () => {
  const periods = async () => (await sql`select * from surveys order by company`.execute(portal.db)).rows
  const before = await periods()
  await survey.demo?.(platform(), '2026-12-24', portsOn(portal.db, (await testPlatform(portal)).variants))
  expect(await periods()).toEqual(before)
})

test.each([
  ['Bussförare', 'forare'],
  ['Busförare Linjetrafik', 'forare'],
  ['Busförare Beställning', 'forare'],
  ['Taxi- Sjukbilsförare', 'forare'],
  ['Busförare', 'tjansteman'],
  ['Trafikledare', 'tjansteman'],
  ['Extern', 'tjansteman'],
])('%s gets the form %s', async (position, contenttype) => {
  await sql`
    with added as (
      insert into employees (company, number, user_name, first_name, last_name)
      values ('syd', ${position}, ${position}, 'Ny', 'Anställd') returning id
    )
    insert into employee_claims (employee_id, type, value)
    select id, 'IntraPosition', value from added, (values ('Extern'), (${position})) as p(value)
    on conflict do nothing`.execute(portal.db)
  expect(await status(position)).toMatchObject([{ contenttype }])
})

test('a completed form is stored, word for word, separately from who sent it', async () => {
  const words = 'Mer tid i Umeå.\nTack!'
  const { status: code, body } = await send('anna', filledForm('forare', words))
  expect([code, body.result]).toEqual([200, 'Tack för ditt svar.'])
  expect(await answered()).toEqual(['anna'])
  const [row] = await stored()
  expect(row).toMatchObject({ year: 2027, form: 'forare', company: 'norr', answers: filledForm('forare', words) })
})

test('a second one is answered as such, and changes nothing', async () => {
  await send('anna', filledForm('forare', 'Först'))
  const { status: code, body } = await send('anna', filledForm('forare', 'Sedan'))
  expect([code, body.result]).toEqual([200, 'Du har redan skickat in ett svar.'])
  expect((await stored()).map(({ answers }) => answers['kunder5'])).toEqual(['Först'])
  expect(await status('anna')).toMatchObject([{ datum: true }])
})

test('whether an employee has answered is known only to that employee, for the open survey', async () => {
  const has = async (userName: string) => (await portal.send(userName, 'GET', '/api/undersokning/besvarad')).body.result
  expect([await has('anna'), await has('zahra')]).toEqual([false, false])
  await send('anna', filledForm('forare'))
  expect([await has('anna'), await has('zahra')]).toEqual([true, false])
  await sql`insert into surveys (company, year, opens, closes) values ('norr', 2029, '2029-09-01', '2029-09-30')`.execute(
    portal.db,
  )
  portal.clock.now = new Date('2029-09-15T12:00:00Z')
  expect(await has('anna')).toBe(false)
  await sql`delete from surveys where year = 2029`.execute(portal.db)
})

test('everybody who may sign in may answer: bertil has no feature flag', async () => {
  const [{ contenttype }] = await status('bertil')
  expect((await send('bertil', filledForm(contenttype))).body.result).toBe('Tack för ditt svar.')
})

test.each(['forare', 'tjansteman'] as const)(
  'each question of %s must be answered',
  async (contenttype) => {
    const userName = contenttype === 'forare' ? 'anna' : 'david'
    const names = questionsOf(formOf(contenttype, 2027)).map(({ name }) => name)
    const empty = await send(userName, {})
    expect(empty.status).toBe(400)
    expect(empty.body.modelState).toEqual(Object.fromEntries(names.map((name) => [name, ['Måste anges']])))
    for (const name of names) {
      for (const wrong of ['', '4', null, 'KANSKE', 4]) {
        const { status: code, body } = await send(userName, { ...filledForm(contenttype), [name]: wrong })
        expect([code, body.modelState]).toEqual([400, { [name]: ['Måste anges'] }])
      }
    }
    expect([await stored(), await answered()]).toEqual([[], []])
  },
  60_000,
)

test('the specified fields and no others are accepted', () => {
  const numbered = (name: string, ...numbers: number[]) => numbers.map((each) => `${name}${each}`)
  const names = (contenttype: 'forare' | 'tjansteman') => questionsOf(formOf(contenttype, 2027)).map(({ name }) => name)
  expect(names('forare')).toEqual([
    ...numbered('arbetsmiljo', 1, 4, 5, 6, 7, 8),
    ...numbered('arbetstriv', 3, 4, 5, 6),
    ...numbered('ledarskapet', 4, 5, 6, 7),
    ...numbered('arbetsuppgifter', 1, 4, 5),
    ...numbered('information', 3, 4, 6, 7),
    ...numbered('kunder', 1, 2, 3, 4),
    ...numbered('foretaget', 1, 2),
  ])
  expect(names('tjansteman')).toEqual([
    ...numbered('arbetsmiljo', 1, 2, 3, 4, 5, 6, 7, 8),
    ...numbered('arbetstriv', 1, 2, 3, 4, 5, 6),
    ...numbered('ledarskapet', 1, 2, 3, 4, 5, 6, 7),
    ...numbered('arbetsuppgifter', 1, 2, 3, 4, 5),
    ...numbered('kompetensutv', 1, 2, 3, 4),
    ...numbered('information', 1, 2, 3, 4),
    ...numbered('kunder', 1, 2, 3, 4),
    ...numbered('foretaget', 1, 2),
  ])
  const texts = ['arbetsmiljo9', 'arbetstriv7', 'ledarskapet8', 'arbetsuppgifter6']
  const last = ['information5', 'kunder5', 'foretaget3', 'foretaget4']
  expect(textsOf(formOf('forare', 2027)).map(({ name }) => name)).toEqual([...texts, ...last])
  expect(textsOf(formOf('tjansteman', 2027)).map(({ name }) => name)).toEqual([...texts, 'kompetensutv5', ...last])
  for (const contenttype of ['forare', 'tjansteman'] as const) {
    const improvements = questionsOf(formOf(contenttype, 2027)).filter(({ answers }) => answers[0] === 'JA')
    expect(improvements.map(({ name }) => name)).toEqual([
      'arbetsmiljo8',
      'arbetstriv6',
      'ledarskapet7',
      'information4',
    ])
  }
})

test('free texts may be left out, and must be storable', async () => {
  const questions = questionsOf(formOf('forare', 2027)).map(({ name }) => name)
  const bare = Object.fromEntries(Object.entries(filledForm('forare')).filter(([name]) => questions.includes(name)))
  for (const [name, value, message] of [
    ['kunder5', 'x'.repeat(4001), 'Texten får vara högst 4000 tecken'],
    ['kortfri1', 'a\u0000b', 'Texten innehåller otillåtna tecken'],
    ['employeeId', 'x', 'Okänt fält'],
    ['kompetensutv1', '4) Håller helt med', 'Okänt fält'],
  ] as const) {
    const { status: code, body } = await send('anna', { ...bare, [name]: value })
    expect([code, body.modelState]).toEqual([400, { [name]: [message] }])
  }
  for (const wrong of [[], [filledForm('forare')]]) expect((await send('anna', wrong)).status).toBe(400)
  expect((await send('anna', bare)).body.result).toBe('Tack för ditt svar.')
  expect((await stored())[0]?.answers).toEqual(filledForm('forare'))
})

test.each([
  ['2026-11-06T12:00:00Z', false],
  ['2026-11-07T12:00:00Z', true],
  ['2027-09-30T21:59:00Z', true],
  ['2027-09-30T22:01:00Z', false],
])('at %s the survey is open: %s', async (now, open) => {
  portal.clock.now = new Date(now)
  expect(await status('anna')).toMatchObject([{ datum: open }])
  const { status: code, body } = await send('anna', filledForm('forare'))
  expect([code, body.result, body.modelState]).toEqual(
    open ? [200, 'Tack för ditt svar.', undefined] : [400, null, { '': ['Medarbetarundersökningen är inte öppen.'] }],
  )
})

/** Runs the import, and returns what it prints. */
async function run(options: Record<string, string>, { dryRun = false, company = 'syd' } = {}): Promise<string[]> {
  const printed: string[] = []
  const request = { source: null, company, dryRun, options }
  await surveyImport.run(request, await testPlatform(portal), (line) => printed.push(line))
  return printed
}

test('an import sets a company’s period', async () => {
  await expect(run({ opens: '2028-09-01', closes: '2028-09-30' }, { company: 'nord' })).rejects.toThrow(
    'Det finns inget bolag som heter nord.',
  )
  await expect(run({ opens: '2026-02-30' })).rejects.toThrow('--opens: ange ett datum')
  await expect(run({ opens: '2027-09-30', closes: '2027-09-01' })).rejects.toThrow('sista dagen')
  await run({ opens: '2028-09-01', closes: '2028-09-30' }, { dryRun: true })
  portal.clock.now = new Date('2028-09-15T12:00:00Z')
  expect(await status('kwame')).toMatchObject([{ datum: false }])
  expect(await run({ opens: '2028-09-01', closes: '2028-09-30' })).toEqual([
    'Medarbetarundersökningen 2028 är öppen från 2028-09-01 till och med 2028-09-30.',
  ])
  expect(await status('kwame')).toMatchObject([{ datum: true, year: 2028, closes: '2028-09-30' }])
  expect(await status('anna')).toMatchObject([{ datum: false, year: 2027 }])
  await sql`delete from surveys where year = 2028`.execute(portal.db)
})

test('an import replaces a survey of another year in the same period that nobody has answered', async () => {
  const before = 'Medarbetarundersökningen 2032 (2031-08-15 till och med 2032-09-30)'
  await run({ opens: '2031-08-15', closes: '2032-09-30' })
  const corrected = { opens: '2031-08-15', closes: '2031-09-30' }
  expect(await run(corrected, { dryRun: true })).toContain(`${before} ersätts: ingen har svarat på den.`)
  portal.clock.now = new Date('2031-10-15T12:00:00Z')
  expect(await status('kwame')).toMatchObject([{ datum: true, year: 2032 }])
  expect(await run(corrected)).toContain(`${before} ersätts: ingen har svarat på den.`)
  expect(await status('kwame')).toMatchObject([{ datum: false, year: 2031, closes: '2031-09-30' }])
  await sql`delete from surveys where year > 2030`.execute(portal.db)
})

test('one that somebody has answered keeps its year beyond New Year, and nobody answers it twice', async () => {
  const extended = { opens: '2033-12-01', closes: '2034-01-15' }
  await run({ opens: '2033-12-01', closes: '2033-12-31' })
  portal.clock.now = new Date('2033-12-15T12:00:00Z')
  await sql`
    insert into survey_participation (year, employee_id)
    select 2033, id from employees where user_name = 'kwame'`.execute(portal.db)
  await expect(run(extended)).rejects.toThrow(
    'Medarbetarundersökningen 2033 (2033-12-01 till och med 2033-12-31) har redan svar. Med --year 2033 får den den nya perioden.',
  )
  await expect(run({ ...extended, year: '2035' })).rejects.toThrow('--year: bolaget har ingen undersökning det året')
  await run({ ...extended, year: '2033' })
  portal.clock.now = new Date('2034-01-10T12:00:00Z')
  expect(await status('kwame')).toMatchObject([{ datum: true, year: 2033, closes: '2034-01-15' }])
  const answered = await portal.send('kwame', 'GET', '/api/undersokning/besvarad')
  expect(answered.body.result).toBe(true)
  // A second period in the same year would find that all of them have answered.
  await expect(run({ opens: '2033-03-01', closes: '2033-03-31' })).rejects.toThrow('har redan svar')
  // Another company's answers do not count.
  await run({ opens: '2033-12-01', closes: '2033-12-31' }, { company: 'norr' })
  await run(extended, { company: 'norr' })
  await sql`delete from surveys where year > 2030`.execute(portal.db)
})

test('of several surveys the one under way is shown, then the latest, then the next', async () => {
  await sql`
    insert into surveys (company, year, opens, closes) values
      ('syd', 2041, '2041-02-01', '2041-09-30'), ('syd', 2042, '2041-06-01', '2042-06-15'),
      ('syd', 2043, '2041-06-01', '2041-06-15')`.execute(portal.db)
  for (const [now, open, year] of [
    ['2041-06-10', true, 2043],
    ['2041-07-01', true, 2041],
    ['2041-12-01', true, 2042],
    ['2042-06-16', false, 2042],
    ['2040-12-01', false, 2027],
  ] as const) {
    portal.clock.now = new Date(`${now}T12:00:00Z`)
    expect(await status('kwame'), now).toMatchObject([{ datum: open, year }])
  }
  await sql`delete from surveys where year > 2040`.execute(portal.db)
})
