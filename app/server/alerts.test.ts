// When the alert rules fire and when they do not, tested by Prometheus's own tool on the metrics of a portal.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { freePort } from '#platform/server/test-port.ts'
import { portalProcess } from './test-process.ts'

const alerts = fileURLToPath(new URL('../../packaging/monitoring/alerts.yml', import.meta.url))
const { groups } = parse(readFileSync(alerts, 'utf8')) as {
  groups: { name: string; rules: { alert: string; expr: string; labels: object; annotations: { summary: string } }[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(readFileSync(join(alerts, '../dashboard.json'), 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** The labels of each metric that a portal serves. Empty for a metric that has no sample yet. */
const served = new Map<string, Set<string>>()
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-alerts-'))
  // Without annotations, which promtool would compare too.
  const bare = groups.map(({ name, rules: all }) => ({
    name,
    rules: all.map(({ annotations: _words, ...rule }) => rule),
  }))
  writeFileSync(join(folder, 'alerts.yml'), stringify({ groups: bare }))
  const portal = await portalProcess()
  const port = await freePort()
  await portal.start({ METRICS_PORT: String(port) })
  await fetch(`${portal.origin}/readyz`)
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  await portal.remove()
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+)/gm)) served.set(name, new Set())
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{(.*)\} /gm))
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) served.get(name)?.add(label)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The samples of each metric, one per minute, in promtool's notation. */
type Series = Readonly<Record<string, string>>

/** A metric as Prometheus stores it, with the labels of the target that it was fetched from. */
function stored(series: string): string {
  const [, name = '', inner = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? []
  const labels = [...inner.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value] as const)
  if (name !== 'up') {
    const known = served.get(name.replace(/_bucket$/, ''))
    expect(known, name).toBeDefined()
    // Some metrics have no sample here: failed and waiting work, by company and kind, and connections, which the embedded
    // database does not have.
    const allowed = known!.size > 0 ? known! : ['company', 'kind', 'pool', 'state']
    for (const [label] of labels) expect(['job', 'instance', ...allowed], name).toContain(label)
  }
  const target = { job: 'linjen', instance: 'a' }
  const all = Object.entries({ ...target, ...Object.fromEntries(labels) })
  return `${name}{${all.map(([label, value]) => `${label}="${value}"`).join(',')}}`
}

/** The output of promtool if an alert is not as expected at minute `at`. Empty if it is. */
function wrong(series: Series, at: number, alert: string, firing: readonly object[], interval = '1m'): string {
  const rule = rules.find((each) => each.alert === alert)!
  const expected = firing.map((labels) => ({ exp_labels: { ...rule.labels, ...labels } }))
  const file = join(folder, 'test.yml')
  const cases = {
    rule_files: ['alerts.yml'],
    evaluation_interval: '1m',
    tests: [
      {
        interval,
        input_series: Object.entries(series).map(([name, values]) => ({ series: stored(name), values })),
        alert_rule_test: [{ eval_time: `${at}m`, alertname: alert, exp_alerts: expected }],
      },
    ],
  }
  writeFileSync(file, stringify(cases))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}

/** The same metric of a second installation, which has its own scrape job. */
const ofTest = (series: string) => `${series.replace('}', ',').replace(/(?<!,)$/, '{')}job="linjen-test"}`

const requests = (route: string, status: number) => `linjen_http_requests_total{route="${route}",status="${status}"}`
// Two load balancers, each with a probe per second.
const probes = { [requests('/readyz', 200)]: '0+120x60' }
const two = { 'up{instance="a"}': '1x120', 'up{instance="b"}': '1x120' }
const failed = (company: string, kind = 'tods') =>
  `linjen_import_last_failure_timestamp_seconds{company="${company}",kind="${kind}"}`
const succeeded = (company: string, kind = 'tods') =>
  `linjen_import_last_success_timestamp_seconds{instance="b",company="${company}",kind="${kind}"}`
/** `all` requests a minute. `quick` of them are answered within a second, the others within 2.5 seconds. */
const answered = (route: string, quick: number, all: number): Series =>
  Object.fromEntries(
    [
      ['1', quick],
      ['2.5', all],
      ['+Inf', all],
    ].map(([le, count]) => [
      `linjen_http_request_duration_seconds_bucket{route="${route}",le="${le}"}`,
      `0+${count}x60`,
    ]),
  )
const connections = 'linjen_database_connections{pool="requests",state="in use"}'
const waiting = 'linjen_database_waiting{pool="requests"}'
const failures = (work: string) => `linjen_job_failures_total{work="${work}"}`
const succeededAt = (work: string, every: string) =>
  `linjen_job_last_success_timestamp_seconds{work="${work}",every="${every}"}`
const runningSince = (work: string, every: string) =>
  `linjen_job_running_since_timestamp_seconds{work="${work}",every="${every}"}`
const imported = (company: string) => `linjen_feed_imported_timestamp_seconds{company="${company}"}`
const messages = (what: 'waiting' | 'given_up', company: string) => `linjen_webhooks_${what}{company="${company}"}`
const backup = 'linjen_backup_last_success_timestamp_seconds'
const unread = 'linjen_measures_unread_total'
/** The time of this many days before the test's clock begins, in seconds. */
const ago = (days: number) => String(days * -86_400)
const linjen = { job: 'linjen' }
const a = { job: 'linjen', instance: 'a' }
const b = { job: 'linjen', instance: 'b' }

const has = spawnSync('promtool', ['--version']).error === undefined
if (!has) process.stdout.write('SKIPPED: when the alert rules fire. promtool is not here.\n')

type Case = readonly [what: string, series: Series, at: number, alert: string, firing: readonly object[]]
const cases: readonly Case[] = [
  // One request a minute, and each fails. Probes that succeed must not hide that.
  ['few ask, and all fail', { ...probes, [requests('/api/bpl/uppdrag', 503)]: '0+1x60' }, 20, 'LinjenFel', [linjen]],
  ['nobody asks, and no process is ready', { [requests('/readyz', 503)]: '0+120x60' }, 20, 'LinjenFel', [linjen]],
  ['all is well', { ...probes, [requests('/api/bpl/uppdrag', 200)]: '0+1x60' }, 20, 'LinjenFel', []],
  // For half a minute each process answers that it is about to stop.
  [
    'a rolling restart at night',
    { ...probes, [requests('/readyz', 503)]: '0x10 60x50', [requests('/api/bpl/uppdrag', 200)]: '0+1x60' },
    16,
    'LinjenFel',
    [],
  ],
  ['one of two processes is gone', { ...two, 'up{instance="b"}': '0x60' }, 30, 'LinjenBorta', []],
  ['both are gone', { 'up{instance="a"}': '0x60' }, 30, 'LinjenBorta', [linjen]],
  [
    'all processes of one installation are gone, and another one answers',
    { 'up{instance="a"}': '0x60', [ofTest('up')]: '1x60' },
    30,
    'LinjenBorta',
    [linjen],
  ],
  [
    'service discovery finds no process of one installation any more',
    { 'up{instance="a"}': '1x10 stale', [ofTest('up')]: '1x60' },
    30,
    'LinjenBorta',
    [linjen],
  ],
  ['none was ever there', {}, 30, 'LinjenBorta', [{}]],
  ['no backup was ever made', two, 60, 'LinjenSäkerhetskopia', [linjen]],
  ['no process is there to say', { 'up{instance="a"}': '0x60', [backup]: '0 stale' }, 60, 'LinjenSäkerhetskopia', []],
  [
    'an import failed: the first one, one after which another succeeded, the last one',
    {
      [failed('norr')]: '1000x100',
      [failed('ost')]: '1000x100',
      [succeeded('ost')]: '2000x100',
      [failed('syd')]: '3000x100',
      [succeeded('syd')]: '2000x100',
    },
    70,
    'LinjenMisslyckadInläsning',
    [
      { ...linjen, company: 'norr', kind: 'tods' },
      { ...linjen, company: 'syd', kind: 'tods' },
    ],
  ],
  ['one process has been away for long', { ...two, 'up{instance="b"}': '0x60' }, 10, 'LinjenProcessBorta', [b]],
  ['one process is restarted', { ...two, 'up{instance="b"}': '1x10 0x3 1x60' }, 16, 'LinjenProcessBorta', []],
  ['two of a hundred are slow', answered('/api/bpl/uppdrag', 98, 100), 20, 'LinjenLångsam', [linjen]],
  ['one of two hundred is slow', answered('/api/bpl/uppdrag', 199, 200), 20, 'LinjenLångsam', []],
  ['a page is slow for who has slow coverage', answered('/', 90, 100), 20, 'LinjenLångsam', []],
  ['requests wait', { [waiting]: '3x20' }, 5, 'LinjenVäntarPåDatabasen', [{ ...a, pool: 'requests' }]],
  ['requests have waited for a moment', { [waiting]: '0x5 3 0x20' }, 8, 'LinjenVäntarPåDatabasen', []],
  ['long work waits', { 'linjen_database_waiting{pool="long work"}': '3x20' }, 5, 'LinjenVäntarPåDatabasen', []],
  [
    'nine connections are in use',
    { [connections]: '9x20' },
    10,
    'LinjenAnslutningarSlut',
    [{ ...a, pool: 'requests', state: 'in use' }],
  ],
  ['nine are for a moment', { [connections]: '9x3 4x20' }, 10, 'LinjenAnslutningarSlut', []],
  ['nine are idle', { [connections.replace('in use', 'idle')]: '9x20' }, 10, 'LinjenAnslutningarSlut', []],
  [
    'no new connection is granted',
    { linjen_database_refuses_connections: '0x5 1x20' },
    10,
    'LinjenAnslutningarNekas',
    [a],
  ],
  [
    'none was granted for a moment',
    { linjen_database_refuses_connections: '0x5 1 0x20' },
    8,
    'LinjenAnslutningarNekas',
    [],
  ],
  ['a process is late', { nodejs_eventloop_lag_p99_seconds: '0.3x20' }, 10, 'LinjenUpptagen', [a]],
  ['a process is late once', { nodejs_eventloop_lag_p99_seconds: '0.01x5 0.9x2 0.01x20' }, 12, 'LinjenUpptagen', []],
  [
    'a process has used 900 MB of a gigabyte',
    { process_resident_memory_bytes: '9e8x30', linjen_memory_limit_bytes: '1e9x30' },
    20,
    'LinjenMinne',
    [a],
  ],
  [
    'a process has used 900 MB of two',
    { process_resident_memory_bytes: '9e8x30', linjen_memory_limit_bytes: '2e9x30' },
    20,
    'LinjenMinne',
    [],
  ],
  ['no file can be stored', { linjen_files_writable: '0x20' }, 5, 'LinjenFilerSkrivsInte', [a]],
  ['files can be stored again', { linjen_files_writable: '1x2 0 1x20' }, 5, 'LinjenFilerSkrivsInte', []],
  // A counter once appeared only with its first failure, so that the first failure was missed.
  [
    'work fails for the first and second time',
    { [failures('survey')]: '0x5 1x5 2x60' },
    20,
    'LinjenArbeteMisslyckas',
    [{ ...linjen, work: 'survey' }],
  ],
  [
    'work fails once in each of two processes',
    { [failures('survey')]: '0x5 1x60', [failures('survey').replace('}', ',instance="b"}')]: '0x9 1x60' },
    20,
    'LinjenArbeteMisslyckas',
    [{ ...linjen, work: 'survey' }],
  ],
  [
    'two works fail once each, of which one had failed hours before',
    { [failures('survey')]: '0x10 1x180 2x60', [failures('faults')]: '0x190 1x60' },
    200,
    'LinjenArbeteMisslyckas',
    [],
  ],
  [
    'one work has not succeeded for three hours, and another one has',
    { [succeededAt('survey', 'hour')]: '0x300', [succeededAt('news', 'hour')]: '0+60x300' },
    195,
    'LinjenArbeteUteblir',
    [{ ...linjen, work: 'survey' }],
  ],
  [
    'work of every minute has not succeeded for three hours',
    { [succeededAt('erasures', 'minute')]: '0x300' },
    195,
    'LinjenArbeteUteblir',
    [{ ...linjen, work: 'erasures' }],
  ],
  ['work of the night has not', { [succeededAt('faults at night', 'night')]: '0x300' }, 195, 'LinjenArbeteUteblir', []],
  [
    'work has not succeeded for two nights, and other work has',
    {
      [succeededAt('faults at night', 'night')]: `${ago(1.6)}x60`,
      [succeededAt('news at night', 'night')]: `${ago(1)}x60`,
    },
    20,
    'LinjenNattarbeteUteblir',
    [{ ...linjen, work: 'faults at night' }],
  ],
  [
    'work of the night is a little late',
    { [succeededAt('faults at night', 'night')]: `${ago(1.2)}x60`, [succeededAt('survey', 'hour')]: `${ago(2)}x60` },
    20,
    'LinjenNattarbeteUteblir',
    [],
  ],
  [
    'work hangs, and other work is done',
    { [runningSince('survey', 'hour')]: '0x60', [runningSince('news', 'hour')]: '_x20 1200x60' },
    25,
    'LinjenArbeteHänger',
    [{ ...linjen, work: 'survey' }],
  ],
  [
    'work of the night takes its time',
    { [runningSince('faults at night', 'night')]: '0x200' },
    100,
    'LinjenArbeteHänger',
    [],
  ],
  [
    'work of the night hangs',
    { [runningSince('faults at night', 'night')]: '0x200' },
    125,
    'LinjenArbeteHänger',
    [{ ...linjen, work: 'faults at night' }],
  ],
  [
    'tokens are refused, 20 a minute',
    { linjen_sign_ins_refused_total: '0+20x60' },
    30,
    'LinjenNekadeInloggningar',
    [linjen],
  ],
  ['tokens are refused, 5 a minute', { linjen_sign_ins_refused_total: '0+5x60' }, 30, 'LinjenNekadeInloggningar', []],
  [
    'one company has an old timetable',
    { [imported('norr')]: `${ago(36)}x60`, [imported('ost')]: `${ago(34)}x60` },
    10,
    'LinjenGammalTidtabell',
    [{ ...linjen, company: 'norr' }],
  ],
  ['a timetable is of last month', { [imported('norr')]: `${ago(30)}x60` }, 10, 'LinjenGammalTidtabell', []],
  [
    'an import has succeeded again',
    { [failed('norr')]: '1000x100', [succeeded('norr')]: '2000x100' },
    70,
    'LinjenMisslyckadInläsning',
    [],
  ],
  [
    'one of two feeds of a company fails, and one that nobody has imported since failed nine days ago',
    {
      [failed('norr', 'tods stad')]: `${ago(1)}x100`,
      [succeeded('norr', 'tods region')]: '1000x100',
      [failed('norr', 'tods gammal')]: `${ago(9)}x100`,
    },
    70,
    'LinjenMisslyckadInläsning',
    [{ ...linjen, company: 'norr', kind: 'tods stad' }],
  ],
  [
    'messages wait for long, are given up, have waited',
    {
      [messages('waiting', 'norr')]: '2x120',
      [messages('given_up', 'ost')]: '0x20 1x100',
      [messages('waiting', 'syd')]: '0x20 5x40 0x60',
    },
    90,
    'LinjenVerkstadssystem',
    [
      { ...linjen, company: 'norr' },
      { ...linjen, company: 'ost' },
    ],
  ],
  [
    'messages have waited for twenty minutes since the portal was started',
    { [messages('waiting', 'norr')]: '_x30 2x60' },
    50,
    'LinjenVerkstadssystem',
    [],
  ],
  // When nothing waits, the metric is 0 or absent.
  ...[24, 84].flatMap((at): Case[] =>
    ['0x120', 'stale'].map((later) => [
      `messages waited for a quarter of an hour, which ended long ago: ${later}, ${at}`,
      { [messages('waiting', 'norr')]: `_x10 2x14 ${later}` },
      at,
      'LinjenVerkstadssystem',
      [],
    ]),
  ),
  [
    'messages wait in one installation, and none in another for the same company',
    { [messages('waiting', 'norr')]: '2x120', [ofTest(messages('waiting', 'norr'))]: '0x120' },
    70,
    'LinjenVerkstadssystem',
    [{ ...linjen, company: 'norr' }],
  ],
  ['the last backup is of two nights ago', { ...two, [backup]: `${ago(2)}x60` }, 40, 'LinjenSäkerhetskopia', [linjen]],
  ['the last backup is of last night', { ...two, [backup]: `${ago(1)}x60` }, 40, 'LinjenSäkerhetskopia', []],
  [
    'the database cannot be asked any more, and the last backup is of last night',
    { ...two, [backup]: `${ago(1)}x20 stale` },
    100,
    'LinjenSäkerhetskopia',
    [],
  ],
  [
    'the database cannot be asked any more, and the last backup is of two nights ago',
    { ...two, [backup]: `${ago(2)}x20 stale` },
    100,
    'LinjenSäkerhetskopia',
    [linjen],
  ],
  [
    'the last backup is of ten days ago, and another installation was backed up last night',
    { ...two, [ofTest('up')]: '1x120', [backup]: `${ago(10)}x60`, [ofTest(backup)]: `${ago(1)}x60` },
    40,
    'LinjenSäkerhetskopia',
    [linjen],
  ],
  [
    'no backup was ever made, and another installation was backed up last night',
    { ...two, [ofTest('up')]: '1x120', [ofTest(backup)]: `${ago(1)}x60` },
    40,
    'LinjenSäkerhetskopia',
    [linjen],
  ],
  [
    'work of the night is not done, and that of another installation is',
    {
      [succeededAt('faults at night', 'night')]: `${ago(3)}x60`,
      [ofTest(succeededAt('faults at night', 'night'))]: '0x60',
    },
    20,
    'LinjenNattarbeteUteblir',
    [{ ...linjen, work: 'faults at night' }],
  ],
  // Each metric that cannot be read counts.
  ['numbers cannot be read', { [unread]: '0x5 7+7x60' }, 25, 'LinjenMätvärdenSaknas', [a]],
  [
    'numbers cannot be read now and then',
    { [unread]: '0 0 1x2 2x2 3x2 4x2 5x2 6x2 7x2 8x2 9x2' },
    20,
    'LinjenMätvärdenSaknas',
    [a],
  ],
  ['numbers could not be read once', { [unread]: '0x5 7x60' }, 10, 'LinjenMätvärdenSaknas', []],
  ['numbers could not be read for five minutes', { [unread]: '0x5 7+7x4 35x60' }, 13, 'LinjenMätvärdenSaknas', []],
]

test.skipIf(!has).each(cases)('%s', (_what, series, at, alert, firing) => {
  expect(wrong(series, at, alert, firing)).toBe('')
})

test.skipIf(!has)('a failure between two samples is not taken for more than one', () => {
  const series = { [failures('survey')]: '1x300 2x100' }
  expect(wrong(series, 200, 'LinjenArbeteMisslyckas', [], '35s')).toBe('')
})

test('each rule is tried where it fires, and where it is silent', () => {
  for (const { alert } of rules) {
    const of = cases.filter((one) => one[3] === alert).map((one) => one[4].length)
    expect([alert, of.some((firing) => firing > 0), of.includes(0)]).toEqual([alert, true, true])
  }
})

/** All queries of Prometheus and Grafana: those of the rules and of the dashboard's panels. */
const asked = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]

test.each(asked)('%s asks for each installation by itself', (_name, expr) => {
  const selectors = [...expr.matchAll(/\b(?:up|(?:linjen|nodejs|process)_\w+)\b(\{[^}]*\})?/g)]
  expect(selectors.length).toBeGreaterThan(0)
  for (const [selector] of selectors) expect(selector).toMatch(/\{job(=~"linjen\.\*"|="\$job")[,}]/)
})

test.each(rules)('$alert names the installation', ({ expr, annotations }) => {
  for (const [aggregation] of expr.matchAll(/\b(?:sum|min|max|count)\b(?: by)? ?\([^)]*\)?/g))
    expect(aggregation).toMatch(/^\w+ by \(job[,)]/)
  expect(annotations.summary).toMatch(/\$labels\.(job|instance)/)
})
