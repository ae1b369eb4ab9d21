// The Swedish words for the names that the audit stores.

const acts: Readonly<Record<string, string>> = {
  'case.opened': 'Öppnade',
  'case.revealed': 'Såg vem som anmält',
  'role.given': 'Gav en roll',
  'role.ended': 'Avslutade en roll',
  'role.asked': 'Begärde en roll',
  'role.approved': 'Godkände en roll',
  'role.refused': 'Avslog en roll',
  'role.kept': 'Behöll en ersättare',
  'role.emergency': 'Tog nödåtkomst',
  'rule.gave': 'Gav en roll vid inloggning',
  'rule.ended': 'Avslutade en roll vid inloggning',
  'rule.made': 'Lade till en rollregel',
  'rule.removed': 'Tog bort en rollregel',
  'rule.asked': 'Begärde en rollregel',
  'rule.approved': 'Godkände en rollregel',
  'rule.refused': 'Avslog en rollregel',
  'rule.tried': 'Såg vilka en rollregel gäller',
  'request.outdated': 'Begäran gäller inte längre',
  'rights.changed': 'Ändrade behörigheter',
  'employee.renamed': 'Bytte sitt namn',
  'employee.changed': 'Ändrade uppgifter om en anställd',
  'employee.released': 'Lät importen bestämma igen',
  'employee.deactivated': 'Avslutade en anställning',
  'employee.activated': 'Återupptog en anställning',
  'employee.erased': 'Raderade en anställd',
  'account.linked': 'Kopplade ett konto',
  'account.asked': 'Begärde att få koppla ett konto',
  'account.approved': 'Godkände en kontokoppling',
  'account.refused': 'Avslog en kontokoppling',
  'account.unlinked': 'Tog bort en koppling till ett konto',
  'case.assigned': 'Satte handläggare',
  'case.answered': 'Svarade',
  'case.asked': 'Ställde en fråga',
  'case.state': 'Ändrade status',
  'case.filled': 'Fyllde i en blankett',
  'case.noted': 'Skrev en anteckning',
  'case.marked': 'Ändrade märkning',
  'case.merged': 'Slog ihop ärenden',
  'case.changed': 'Ändrade ett ärende',
  'case.exported': 'Hämtade en lista',
  'timeReports.exported': 'Hämtade ett löneunderlag',
  'view.saved': 'Sparade en vy',
  'view.removed': 'Tog bort en vy',
  'template.changed': 'Ändrade en svarsmall',
  'webhook.again': 'Skickade om till verkstadens system',
  'case.printed': 'Sparade ett ärende som PDF',
  'case.redacted': 'Dolde något i ett ärende',
  'case.shown': 'Visade igen det som var dolt',
  'case.uncovered': 'Öppnade det som var dolt',
  'case.entered': 'Skrev in ett ärende åt någon',
}

const things: Readonly<Record<string, string>> = {
  role: 'Roll',
  approval: 'Begäran',
  rule: 'Rollregel',
  employee: 'Anställd',
  account: 'Konto',
  incident: 'Avvikelse',
  payslip: 'Lönespecifikation',
  timeReports: 'Löneunderlag',
}

const fields: Readonly<Record<string, string>> = {
  role: 'Roll',
  area: 'Område',
  category: 'Kategori',
  from: 'Från',
  to: 'Till',
  until: 'Till och med',
  claim: 'Claim',
  value: 'Värde',
  reason: 'Skäl',
  state: 'Status',
  ownerId: 'Handläggare',
  endedAt: 'Avslutat',
  answeredAt: 'Besvarat',
  askedAt: 'Frågat',
  marked: 'Märkt',
  replied: 'Nytt svar',
  mergedInto: 'Ihopslaget med',
  rows: 'Antal rader',
  valda: 'Ärenden',
  name: 'Namn',
  query: 'Urval',
  sok: 'Sökning',
  text: 'Text',
  way: 'Hur det kom',
  part: 'Vad',
  form: 'Blankett',
  item: 'Rad',
  notes: 'Med interna anteckningar',
  employeeId: 'Anställd',
  deputyOf: 'Ersätter roll',
  because: 'Grund',
  manager: 'Närmaste chef',
  IntraPosition: 'Befattning',
  IntraCompanyArea: 'Område',
  active: 'Anställd',
  issuer: 'Inloggningstjänst',
  // Older rows have the account's name.
  subject: 'Konto',
  account: 'Kontots kontrollsumma',
}

/** Actors that are not employees. The audit has them in the column of the role. */
const sources: Readonly<Record<string, string>> = { webhook: 'Verkstadens system' }

/** Kinds of things that each queue has, by the beginning of their names. */
const kinds: Readonly<Record<string, string>> = { 'case.': 'Ärende', 'view.': 'Vy', 'template.': 'Svarsmall' }

/** A name without a word is shown as it is, so that nothing is hidden. */
const wordIn = (words: Readonly<Record<string, string>>) => (name: string) =>
  Object.hasOwn(words, name) ? (words[name] ?? name) : name

export const wordOfAct = wordIn(acts)
export const wordOfSource = wordIn(sources)
export const wordOfField = wordIn(fields)
export const wordOfThing = (kind: string) =>
  Object.hasOwn(things, kind)
    ? wordIn(things)(kind)
    : (Object.entries(kinds).find(([begin]) => kind.startsWith(begin))?.[1] ?? kind)
