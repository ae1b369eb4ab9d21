// When the alert rules fire, tried by Prometheus's own tool: that they can be read is tried by app/server/metrics.test.ts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'

const alerts = fileURLToPath(new URL('../../packaging/monitoring/alerts.yml', import.meta.url))
const { groups } = parse(readFileSync(alerts, 'utf8')) as {
  groups: { name: string; rules: { alert: string; annotations?: object }[] }[]
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-alerts-'))
  // Without their words, which promtool would compare as well.
  const rules = groups.map(({ name, rules: all }) => ({
    name,
    rules: all.map(({ annotations: _words, ...rule }) => rule),
  }))
  writeFileSync(join(folder, 'alerts.yml'), stringify({ groups: rules }))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Samples of each minute, in promtool's words. */
type Series = Readonly<Record<string, string>>

/** What promtool says where an alert is not as expected at a minute; empty if it is. */
function wrong(series: Series, at: number, alert: string, firing: readonly object[]): string {
  const rule = groups.flatMap(({ rules }) => rules).find((each) => each.alert === alert) as unknown as {
    labels: object
  }
  const expected = firing.map((labels) => ({ exp_labels: { ...rule.labels, ...labels } }))
  const file = join(folder, 'test.yml')
  const cases = {
    rule_files: ['alerts.yml'],
    evaluation_interval: '1m',
    tests: [
      {
        interval: '1m',
        input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
        alert_rule_test: [{ eval_time: `${at}m`, alertname: alert, exp_alerts: expected }],
      },
    ],
  }
  writeFileSync(file, stringify(cases))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  return status === 0 ? '' : stdout + stderr
}

const requests = (route: string, status: number) => `linjen_http_requests_total{route="${route}",status="${status}"}`
// Two load balancers that ask every second.
const probes = { [requests('/readyz', 200)]: '0+120x60' }
const two = { 'up{job="linjen",instance="a"}': '1x120', 'up{job="linjen",instance="b"}': '1x120' }
const failed = (company: string) =>
  `linjen_import_last_failure_timestamp_seconds{instance="a",company="${company}",kind="tods"}`
const succeeded = (company: string) =>
  `linjen_import_last_success_timestamp_seconds{instance="b",company="${company}",kind="tods"}`

const has = spawnSync('promtool', ['--version']).error === undefined
if (!has) process.stdout.write('SKIPPED: when the alert rules fire. promtool is not here.\n')

test.skipIf(!has).each<[string, Series, number, string, readonly object[]]>([
  // One employee a minute, and each of them gets an error: probes that succeed must not hide it.
  ['few ask, and all fail', { ...probes, [requests('/api/bpl/uppdrag', 503)]: '0+1x60' }, 20, 'LinjenFel', [{}]],
  ['nobody asks, and no process is ready', { [requests('/readyz', 503)]: '0+120x60' }, 20, 'LinjenFel', [{}]],
  ['all is well', { ...probes, [requests('/api/bpl/uppdrag', 200)]: '0+1x60' }, 20, 'LinjenFel', []],
  // Each process says for half a minute that it is about to stop.
  [
    'a rolling restart at night',
    { ...probes, [requests('/readyz', 503)]: '0x10 60x50', [requests('/api/bpl/uppdrag', 200)]: '0+1x60' },
    16,
    'LinjenFel',
    [],
  ],
  ['one of two processes is gone', { ...two, 'up{job="linjen",instance="b"}': '0x60' }, 30, 'LinjenBorta', []],
  ['both are gone', { 'up{job="linjen",instance="a"}': '0x60' }, 30, 'LinjenBorta', [{}]],
  ['none was ever there', {}, 30, 'LinjenBorta', [{}]],
  ['no backup was ever made', two, 60, 'LinjenSäkerhetskopia', [{}]],
  [
    'no process is there to say',
    { 'up{job="linjen",instance="a"}': '0x60', linjen_backup_last_success_timestamp_seconds: '0 stale' },
    60,
    'LinjenSäkerhetskopia',
    [],
  ],
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
      { company: 'norr', kind: 'tods' },
      { company: 'syd', kind: 'tods' },
    ],
  ],
])('%s', (_what, series, at, alert, firing) => expect(wrong(series, at, alert, firing)).toBe(''))
