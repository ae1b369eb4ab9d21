// The metrics of a portal in a separate process, as a monitoring system reads them.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formOf, photo } from '#core/pictures/server/form-fixture.ts'
import { uploadImage } from '../../areas/deviations/calls.ts'
import { sendSurvey } from '../../areas/survey/calls.ts'
import { required } from './jobs.ts'
import { knownFailure } from './known-failure.ts'
import { serveMetrics } from './serve-metrics.ts'
import { memoryLimit } from '#platform/server/metrics.ts'
import { freePort } from '#platform/server/test-port.ts'
import { portalProcess, runToEnd, type Process } from './test-process.ts'

let portal: Process
let port = 0

const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** The samples of one metric: their labels, and the value. */
const samplesOf = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? ([\\d.e+-]+)$`, 'gm'))].map(([, labels = '', value]) => ({
    labels,
    value: Number(value),
  }))

beforeAll(async () => {
  port = await freePort()
  portal = await portalProcess()
  await portal.start({ METRICS_PORT: String(port) })
}, 120_000)
afterAll(() => portal.remove())

test('requests are counted by route and status, jobs by their last success, feeds by company', async () => {
  const token = await portal.signIn('anna')
  const ask = (path: string, authorization: string) =>
    fetch(`${portal.origin}${path}`, { headers: { authorization } }).then((response) => response.status)
  expect(await ask('/api/user/profile', `Bearer ${token}`)).toBe(200)
  expect(await ask('/api/user/profile', `Bearer ${token}x`)).toBe(401)
  expect(await ask('/kalender/hemlig.ics', '')).toBe(404)
  // The jobs of the start may still be running.
  await expect
    .poll(
      async () =>
        samplesOf(await scrape(), 'linjen_job_last_success_timestamp_seconds').filter(({ value }) => value === 0),
      { timeout: 30_000 },
    )
    .toEqual([])
  const text = await scrape()
  const requests = samplesOf(text, 'linjen_http_requests_total')
  expect(requests).toContainEqual({ labels: 'method="GET",route="/api/user/profile",status="200"', value: 1 })
  expect(requests).toContainEqual({ labels: 'method="GET",route="/api/user/profile",status="401"', value: 1 })
  expect(samplesOf(text, 'linjen_sign_ins_refused_total')).toEqual([{ labels: '', value: 1 }])
  expect(samplesOf(text, 'linjen_http_request_duration_seconds_count').length).toBeGreaterThan(0)
  const failures = samplesOf(text, 'linjen_job_failures_total')
  expect(failures.map(({ labels }) => labels).toSorted()).toEqual(
    required.jobs.map((name) => `work="${name}"`).toSorted(),
  )
  expect(new Set(failures.map(({ value }) => value))).toEqual(new Set([0]))
  expect(samplesOf(text, 'linjen_job_running_since_timestamp_seconds')).toEqual([])
  const jobs = samplesOf(text, 'linjen_job_last_success_timestamp_seconds')
  expect(jobs.map(({ labels }) => labels)).toEqual(
    expect.arrayContaining(['work="survey",every="hour"', 'work="schedule at night",every="night"']),
  )
  const now = Date.now() / 1000
  for (const { value } of jobs) expect(now - value).toBeLessThan(600)
  expect(samplesOf(text, 'linjen_feed_imported_timestamp_seconds').map(({ labels }) => labels)).toContain(
    'company="norr"',
  )
  if (portal.databaseUrl) expect(samplesOf(text, 'linjen_database_connections')).toHaveLength(4)
  expect(samplesOf(text, 'nodejs_eventloop_lag_p99_seconds')).toHaveLength(1)
})

test('a photo over slow coverage counts by what the portal does with it, not by what the phone takes to send it', async () => {
  const { headers, payload } = formOf({ name: 'file', fileName: 'a.jpg', content: await photo() })
  const authorization = `Bearer ${await portal.signIn('anna')}`
  const sent = request(`${portal.origin}${uploadImage.path}`, {
    method: 'POST',
    headers: { ...headers, authorization },
  })
  const answered = once(sent, 'response')
  const pause = 4
  const began = performance.now()
  sent.write(payload.subarray(0, 2000))
  await setTimeout(pause * 1000)
  sent.end(payload.subarray(2000))
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  const whole = (performance.now() - began) / 1000
  expect(response.statusCode).toBe(200)
  const labels = `method="POST",route="${uploadImage.path}"`
  const times = async () =>
    samplesOf(await scrape(), 'linjen_http_request_duration_seconds_sum').find((sample) => sample.labels === labels)
  await expect.poll(async () => (await times())?.value).toBeGreaterThan(0)
  // The client's pause is not included, however long the picture takes on a busy machine.
  expect((await times())?.value).toBeLessThan(whole - pause / 2)
})

test('a file that can be written is told, and how much memory the process may use', async () => {
  const text = await scrape()
  expect(samplesOf(text, 'linjen_files_writable')).toEqual([{ labels: '', value: 1 }])
  expect(samplesOf(text, 'linjen_memory_limit_bytes')[0]?.value).toBeGreaterThan(100e6)
  const GiB = 1024 ** 3
  // The limit of a small pod. Then no limit, which Node reports in three ways. Then a pod that has room for decoders too.
  expect(memoryLimit(GiB / 2, 16 * GiB)).toBe(GiB / 2)
  for (const none of [0, 16 * GiB, 2 ** 63]) expect(memoryLimit(none, 16 * GiB)).toBe(2 * GiB)
  expect(memoryLimit(2.5 * GiB, 16 * GiB)).toBe(GiB)
})

test('probes and the monitoring share what is known of the store of files, and leave it alone between', async () => {
  const written = new Set<number>()
  for (let times = 0; times < 5; times++) {
    await scrape()
    await fetch(`${portal.origin}/readyz`)
    written.add((await stat(join(portal.settings['DATA_DIR'] as string, 'blobs', 'check'))).mtimeMs)
  }
  // Usually written once. Twice if the time for which the result is kept ends between two checks.
  expect(written.size).toBeLessThan(3)
})

test('an import that was refused is told by company and kind, and so is the next that succeeds', async () => {
  const run = (closes: string, ...more: string[]) =>
    runToEnd(
      ['app/server/import.ts', 'survey', '--company', 'norr', '--opens', '2028-09-01', '--closes', closes, ...more],
      portal.settings,
    )
  const labels = async (what: string) =>
    samplesOf(await scrape(), `linjen_import_last_${what}_timestamp_seconds`).map((sample) => sample.labels)
  const own = 'company="norr",kind="survey"'
  expect((await run('2028-08-01', '--dry-run')).code).toBe(1)
  expect(await labels('failure')).not.toContain(own)
  expect((await run('2028-08-01')).code).toBe(1)
  expect(await labels('failure')).toContain(own)
  expect(await labels('success')).not.toContain(own)
  expect((await run('2028-09-30')).code).toBe(0)
  expect(await labels('success')).toContain(own)
}, 300_000)

test('each feed, shelf and source of news of a company is told by itself, once it has succeeded', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linjen-policy-'))
  await writeFile(join(folder, 'Alkoholpolicy.pdf'), '%PDF-1.4')
  const failuresAfter = async (source: string, shelf: string, expected: number) => {
    const args = ['app/server/import.ts', 'documents', source, '--as', shelf, '--company', 'vast']
    const { code } = await runToEnd(args, portal.settings)
    expect([args, code]).toEqual([args, expected])
    return samplesOf(await scrape(), 'linjen_import_last_failure_timestamp_seconds').flatMap(
      ({ labels }) => /^company="vast",kind="(.+)"$/.exec(labels)?.[1] ?? [],
    )
  }
  // A mistyped name would alarm for a week, because nothing succeeds under it.
  expect(await failuresAfter('/nowhere', 'policies', 1)).toEqual(['documents'])
  expect(await failuresAfter('/nowhere', 'policy', 1)).toEqual(['documents'])
  expect(await failuresAfter(folder, 'policy', 0)).toEqual([])
  expect(await failuresAfter('/nowhere', 'policy', 1)).toEqual(['documents policy'])
  await rm(folder, { recursive: true })
}, 300_000)

test('no label names a person, a secret or an anonymous answer', async () => {
  const text = await scrape()
  expect(text).not.toMatch(/anna|hemlig|[0-9a-f]{8}-[0-9a-f]{4}-/)
  expect(text).not.toContain(sendSurvey.path)
  // Prometheus adds these labels itself and renames existing ones, so that rules would use the wrong ones.
  expect(text).not.toMatch(/[{,](job|instance)=/)
})

test('they are on an address of their own, and nothing else is', async () => {
  expect((await fetch(`http://127.0.0.1:${port}/api/user/profile`)).status).toBe(404)
  const page = await fetch(`${portal.origin}/metrics`)
  expect(await page.text()).not.toContain('linjen_http_requests_total')
})

test('a port that is taken is told to the operator', async () => {
  const taken = serveMetrics({ text: async () => '', contentType: '' }, { port, host: '127.0.0.1' })
  const error: unknown = await taken.catch((reason: unknown) => reason)
  expect(knownFailure(error)).toBe('Porten för mätvärden är upptagen. Välj en annan med METRICS_PORT.')
})

test.each(['alerts.yml', 'dashboard.json'])('%s asks for numbers that there are', async (file) => {
  const asking = await readFile(`packaging/monitoring/${file}`, 'utf8')
  const asked = new Set(asking.match(/\b(linjen|nodejs|process)_[a-z0-9_]+/g))
  expect(asked.size).toBeGreaterThan(8)
  const text = await scrape()
  const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const name of asked) expect(served).toContain(name.replace(/_bucket$/, ''))
})

// promtool comes with Debian's package `prometheus`.
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
if (!hasPromtool) process.stdout.write('SKIPPED: the alert rules in Prometheus. promtool is not here.\n')
test.skipIf(!hasPromtool)('the alert rules are what Prometheus reads', () => {
  const path = 'packaging/monitoring/alerts.yml'
  const { status, stdout } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, expect.stringContaining('20 rules found')])
})

test('docs/reference-settings.md names each of the portal’s own, and no other', async () => {
  const own = (text: string) =>
    new Set(text.match(/linjen_[a-z_]+(?=[\s`{,])/g)?.map((name) => name.replace(/_(bucket|sum|count)$/, '')))
  const told = own(await readFile(new URL('../../docs/reference-settings.md', import.meta.url), 'utf8'))
  const served = own((await scrape()).replaceAll(/^# HELP .*$/gm, ''))
  expect([...told].toSorted()).toEqual([...served].toSorted())
})
