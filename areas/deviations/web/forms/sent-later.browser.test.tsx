// Reports that are sent when their form has gone. If one is refused, the list of unsent reports shows every answer.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { type OnBehalf, OnBehalfContext } from '#core/cases/web/on-behalf.ts'
import { getVehicles } from '#core/vehicles/calls.ts'
import { post } from '#platform/contract/call.ts'
import { queryClient } from '#platform/web/calls/query-client.ts'
import { signInText } from '#platform/web/page/test-variant.ts'
import { openPhone } from '#platform/web/phone/database.ts'
import { readDraft, writeDraft } from '#platform/web/phone/draft-store.ts'
import { sendAll, startOutbox } from '#platform/web/phone/outbox/outbox.ts'
import { OutboxDialog } from '#platform/web/shell/OutboxDialog.tsx'
import { announceUser, userKey } from '#platform/web/who/stored-user.ts'
import { getDeviations, getFormOptions } from '../../calls.ts'
import type { FormOptions } from '../../contract/common.ts'
import type { Deviation } from '../../contract/list.ts'
import type { ReportKind } from '../../contract/report-kinds.ts'
import DeviationsScreen from '../list/DeviationsScreen.tsx'
import { draftKey } from '../steps/draft-keys.ts'
import { blankDamage } from './damage.ts'
import DamageForm from './DamageForm.tsx'
import ThreatForm from './ThreatForm.tsx'
import TrafficForm from './TrafficForm.tsx'
import { blankWork } from './work.ts'
import WorkForm from './WorkForm.tsx'

const options: FormOptions = {
  arbetsmoment: [{ id: 'tankning', label: 'Tankning' }],
  vadHande: [{ id: 'fall', label: 'Fall' }],
  varNagot: [{ id: 'ljus', label: 'Dåligt ljus' }],
  forhallanden: [{ id: 'halka', label: 'Halka' }],
  forslag: [{ id: 'sand', label: 'Sandning' }],
  hallplatskategori: [{ value: 'stolpe', label: 'Skadad stolpe' }],
  skadeplatskategori: [{ id: 'bak', label: 'Bak' }],
  forsakringskategori: [{ id: '1', value: 'skada', label: 'Fordonsskada' }],
}
const now = '2026-11-21T14:32'
const place = { Plats: 'Vasaplan', Fordon: 'Buss 2117' }

const reports: readonly [label: string, ReportKind, ComponentType, fields: object, shown: readonly string[]][] = [
  [
    'Arbetsmiljö',
    'work-environment',
    WorkForm,
    {
      ...blankWork(now),
      ...place,
      Arbetsmoment: ['tankning'],
      VadHande: ['fall'],
      VadHandeEget: 'Slog i knät',
      VarNagot: ['ljus'],
      Forhallanden: ['halka'],
      Forslag: ['sand'],
    },
    ['Vasaplan', 'Tankning', 'Fall, Slog i knät', 'Dåligt ljus', 'Halka', 'Sandning'],
  ],
  [
    'Fordonsskada',
    'vehicle-damage',
    DamageForm,
    {
      ...blankDamage(now),
      ...place,
      HandelseBeskrivning: 'Backade på en stolpe.',
      Skadeplatskategori: ['Bak'],
      ForsakringsKategori: 'skada',
      KategoriSpecificering: 'Parkering',
      harPersonskador: true,
      Personskadekontaktuppgifter: 'Bo Ek, 070-123 45 67',
      Motparter: [{ registration: 'ABC123', other: 'Vit Volvo' }],
      Vittnen: 'Ulla Berg',
    },
    ['Vasaplan', 'Backade på en stolpe.', 'Bo Ek, 070-123 45 67', 'ABC123: Vit Volvo', 'Ulla Berg'],
  ],
  [
    'Hot och Våld',
    'threat',
    ThreatForm,
    { Datum: '2026-11-21', ...place, HandelseBeskrivning: 'Hotad.', ExternaPersonskadorInfo: 'Kalle Persson' },
    ['2026-11-21', 'Vasaplan', 'Buss 2117', 'Hotad.', 'Kalle Persson'],
  ],
  [
    'Trafik- och Kundinformation',
    'traffic-information',
    TrafficForm,
    { Hallplatskategori: 'stolpe', Datum: '2026-11-21', Plats: 'Vasaplan', HandelseBeskrivning: 'Den ligger ner.' },
    ['Skadad stolpe', '2026-11-21', 'Vasaplan', 'Den ligger ner.'],
  ],
]

const threat: Deviation = {
  typ: 'Hot och våld',
  id: 7,
  nummer: 'A-107',
  rubrik: 'Hot och våld',
  bolag: 'Linjen Norr',
  skapadDatum: now,
  incidentDatum: '2026-11-21',
  status: 'Ny',
  skapadAv: 'Anna Lindgren',
  incidentAnsvarig: '',
  atgard: '',
  plats: 'Vasaplan',
  bilder: [],
  egen: true,
  olast: false,
  hotOchVald: { fordon: 'Buss 2117', handelseBeskrivning: 'Hotad.', externaPersonskadorInfo: '' },
}

/** The status of the server's answer to a report; null without coverage. */
let status: number | null
let listed: readonly Deviation[]
/** What the server's answer to a report waits for. */
let held: Promise<void> | null

beforeEach(async () => {
  status = null
  listed = []
  held = null
  localStorage.setItem(userKey, signInText('anna'))
  announceUser()
  queryClient.clear()
  const phone = await openPhone()
  for (const store of ['drafts', 'outbox'] as const) await phone.clear(store)
  const answers: Readonly<Record<string, unknown>> = {
    [getVehicles.path]: [{ name: 'Buss 2117', number: '2117' }],
    [getFormOptions.path]: options,
  }
  const timestamp = '2026-11-21T14:32:00'
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === getDeviations.path) return Response.json({ result: listed, timestamp })
    if (path in answers) return Response.json({ result: answers[path], timestamp })
    await held
    if (status === null) throw new TypeError('Failed to fetch')
    const result = status === 200 ? { id: 7, nummer: 'A-107' } : null
    return Response.json({ result, timestamp, errorMessage: 'Nekad' }, { status })
  })
  await startOutbox()
})
afterEach(() => vi.unstubAllGlobals())

const eva: Pick<OnBehalf, 'person' | 'way' | 'callFor' | 'queue' | 'onAgain'> = {
  person: { id: 'eva', name: 'Eva Ek' },
  way: 'telefon',
  callFor: () => post<unknown, unknown>('/api/kontor/avvikelser/anmal/prov'),
  queue: '/kontor/avvikelser',
  onAgain: () => {},
}

/** Saves the report of a draft without coverage. */
async function saved(Form: ComponentType, behalf: OnBehalf | null = null) {
  const form = await render(
    <QueryClientProvider client={queryClient}>
      {/* Beyond the last step, so that the form opens at its summary. */}
      <MemoryRouter initialEntries={['/?steg=9']}>
        <OnBehalfContext value={behalf}>
          <Form />
        </OnBehalfContext>
        <Link to="/">Samma formulär igen</Link>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await form.getByRole('button', { name: 'Spara' }).click()
  return form
}

async function refusedLater(Form: ComponentType, refused: { behalf: OnBehalf | null; status: number }) {
  const form = await saved(Form, refused.behalf)
  await expect.element(form.getByRole('heading', { name: /^Avvikelsen är sparad på/ })).toBeVisible()
  await form.unmount()
  status = refused.status
  await sendAll()
  return render(<OutboxDialog onClose={vi.fn()} />)
}

it.each(reports)('%s for somebody else', async (label, kind, Form, fields, shown) => {
  await writeDraft('anna', `at/eva/${draftKey(kind)}`, { fields, attempt: null })
  const list = await refusedLater(Form, { behalf: eva, status: 404 })
  await expect.element(list.getByText(`${label} åt Eva Ek`)).toBeVisible()
  for (const answer of shown) await expect.element(list.getByText(answer, { exact: true })).toBeVisible()
})

it.each([403, 404])('an own report that is refused with %i', async (refusal) => {
  const [[label, kind, Form, fields, shown]] = reports as unknown as [(typeof reports)[number]]
  await writeDraft('anna', draftKey(kind), { fields, attempt: null })
  const list = await refusedLater(Form, { behalf: null, status: refusal })
  await expect.element(list.getByText(label, { exact: true })).toBeVisible()
  for (const answer of shown) await expect.element(list.getByText(answer, { exact: true })).toBeVisible()
})

it('a report that is sent later is in the list that is open by then', async () => {
  const [, , [, kind, Form, fields]] = reports as [unknown, unknown, (typeof reports)[number]]
  await writeDraft('anna', draftKey(kind), { fields, attempt: null })
  let answer: (() => void) | undefined
  held = new Promise((resolve) => {
    answer = resolve
  })
  status = 200
  const form = await saved(Form)
  await expect.element(form.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  await form.unmount()
  const list = await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DeviationsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await expect.element(list.getByText('Inga avvikelser')).toBeVisible()
  listed = [threat]
  answer?.()
  await expect.element(list.getByRole('button', { name: 'Detaljer' })).toBeVisible()
})

it.each([200, null])('what is typed while a report is sent is kept as the next draft (status %s)', async (answered) => {
  const [, , [, kind, Form, fields]] = reports as [unknown, unknown, (typeof reports)[number]]
  await writeDraft('anna', draftKey(kind), { fields, attempt: null })
  let answer: (() => void) | undefined
  held = new Promise((resolve) => {
    answer = resolve
  })
  status = answered
  const form = await saved(Form)
  await expect.element(form.getByRole('button', { name: 'Sparar..' })).toBeVisible()
  await form.getByLabelText('Händelsebeskrivning').fill('Hotad igen.')
  answer?.()
  const title = answered ? 'Avvikelse har sparats' : /^Avvikelsen är sparad på/
  await expect.element(form.getByRole('heading', { name: title })).toBeVisible()
  const draft = await readDraft('anna', draftKey(kind))
  expect(draft?.value).toMatchObject({ fields: { ...fields, HandelseBeskrivning: 'Hotad igen.' } })
  await expect.element(form.getByText(/ändrade medan avvikelsen sparades finns kvar/)).toBeVisible()
  await form.getByRole('link', { name: 'Samma formulär igen' }).click()
  await expect.element(form.getByLabelText('Händelsebeskrivning')).toHaveValue('Hotad igen.')
})
