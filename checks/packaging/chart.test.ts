// The chart: its values against the settings' own schema, and its manifests, rendered by the engine that helm uses, against Kubernetes' schemas.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { Deployment } from 'kubernetes-models/apps/v1'
import { CronJob, Job } from 'kubernetes-models/batch/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service } from 'kubernetes-models/v1'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { READER_MEMORY } from '#core/documents/server/text/text-read.ts'
import { PICTURE_MEMORY, PICTURE_PROCESSES } from '#core/pictures/server/make.ts'
import { readConfig } from '#platform/server/config.ts'
import { Settings } from '#platform/server/settings.ts'
import { loadVariants } from '#platform/server/variants.ts'
import { doors } from '../../app/server/areas.ts'
import { rightPublicUrls, wrongPublicUrls } from '../../app/server/public-urls-fixture.ts'
import { commandsAfter, versionPlaceholder } from '../rehearsal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const chart = join(root, 'packaging/chart')
const read = (name: string) => readFileSync(join(chart, name), 'utf8')

/** Settings that the chart's values do not have: the chart or the image sets them, or they are part of the Secret. */
const notByName = [
  'NODE_ENV',
  'HOST',
  'PORT',
  'DATA_DIR',
  'VARIANTS_DIR',
  'METRICS_HOST',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DEMO',
  'EMBEDDED_DATABASE',
  // Secrets are files.
  'OTEL_EXPORTER_OTLP_HEADERS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
]

const has = (name: string, value: string) => ({ required: [name], properties: { [name]: { enum: [value] } } })

const implies = (one: object, other: object) => ({ anyOf: [{ not: one }, other] })

/** The combinations of valid settings that the portal refuses: `whatFilesLack` in config.ts. */
const ofFiles = [
  implies({ anyOf: [has('FILES', 's3'), has('FILES_ALSO', 's3')] }, { required: ['S3_BUCKET'] }),
  implies({ required: ['S3_BUCKET'], not: has('FILES_ALSO', 's3') }, { required: ['FILES'] }),
  implies(has('FILES_ALSO', 'folder'), has('FILES', 's3')),
  { not: { allOf: [has('FILES', 's3'), has('FILES_ALSO', 's3')] } },
]

/** The portal's port in its container, which the metrics cannot use too. */
const port = Settings.shape.PORT.parse(undefined)

/** The JSON schema of the settings: for a coerced setting of its output, for a transformed setting of its input. */
function settingsSchema(): object {
  const of = (schema: z.ZodType) => {
    const becomes = z.toJSONSchema(schema, { target: 'draft-7', unrepresentable: 'any' })
    const {
      $schema: _draft,
      default: _default,
      ...known
    } = Object.keys(becomes).length > 1
      ? becomes
      : z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' })
    return known
  }
  const ofAreas = doors.flatMap(({ settings }) =>
    Object.entries(settings?.shape ?? {}).filter(([name]) => !(name in settings!.secrets)),
  )
  const named = ([...Object.entries(Settings.shape), ...ofAreas] as [string, z.ZodType][]).filter(
    ([name]) => !notByName.includes(name),
  )
  return {
    type: 'object',
    additionalProperties: false,
    required: ['PUBLIC_URL'],
    properties: Object.fromEntries(named.map(([name, schema]) => [name, of(schema)])),
    allOf: [...ofFiles, { properties: { METRICS_PORT: { not: { enum: [port] } } } }],
  }
}

/** The example of companies in a ConfigMap, which is a comment in values.yaml. */
const example = [...read('values.yaml').matchAll(/^# {3}(.*)$/gm)].map(([, line]) => line).join('\n')
const companies = parse(example) as {
  configMap: { name: string; items: { key: string; path: string }[] }
}

const given = {
  ...(parse(read('values.yaml')) as object),
  image: { repository: 'registry.example.se/linjen', pullPolicy: 'IfNotPresent', pullSecrets: [] },
  settings: {
    PUBLIC_URL: 'https://portal.example.se',
    METRICS_PORT: 9090,
    WRITES_PER_MINUTE: 1_000_000,
    DRAIN_SECONDS: 7,
  },
  env: { NODE_EXTRA_CA_CERTS: '/run/secrets/linjen/ca.pem', NODE_USE_ENV_PROXY: '1' },
  secret: 'linjen',
  files: { claim: 'linjen-files' },
  backup: { to: '/backup', claim: 'linjen-backups', schedule: '15 1 * * *' },
  variants: companies,
  ingress: { enabled: true, className: 'nginx', annotations: {}, hosts: ['portal.example.se'], tlsSecret: 'tls' },
}

test('the values’ schema has every setting, as the portal reads it', async () => {
  const schema = JSON.parse(read('values.schema.json')) as { properties: object }
  const text = JSON.stringify({ ...schema, properties: { ...schema.properties, settings: settingsSchema() } }, null, 2)
  await expect(`${text}\n`).toMatchFileSnapshot(join(chart, 'values.schema.json'))
  expect(JSON.stringify(settingsSchema())).toMatch(/"WRITES_PER_MINUTE":\{"type":"integer","minimum":300/)
})

test('the companies of the example are found where kubelet mounts them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linjen-companies-'))
  const norr = JSON.parse(readFileSync(join(root, 'variants/norr/variant.json'), 'utf8')) as object
  const keys: Readonly<Record<string, string>> = {
    'norr.json': JSON.stringify({ ...norr, default: true }),
    'norr.svg': readFileSync(join(root, 'variants/norr/logo.svg'), 'utf8'),
  }
  try {
    for (const { key, path } of companies.configMap.items) {
      // A ConfigMap allows no other keys.
      expect(key).toMatch(/^[-.\w]+$/)
      const file = join(folder, '..2027_02_01', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, keys[key] ?? '')
    }
    symlinkSync('..2027_02_01', join(folder, '..data'))
    symlinkSync('..data/norr', join(folder, 'norr'))
    const variants = await loadVariants(folder)
    expect(variants.all.map(({ name }) => name)).toEqual(['norr'])
    expect(readFileSync(variants.file(variants.all[0]!, 'logo.svg'), 'utf8')).toBe(keys['norr.svg'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a pod has memory for the portal and all that it decodes beside it: the kernel would end the whole container', () => {
  const { resources } = parse(read('values.yaml')) as {
    resources: { requests: { memory: string }; limits: { memory: string } }
  }
  const bytes = (memory: string) => Number(/^(\d+)Mi$/.exec(memory)?.[1]) * 1024 * 1024
  const decoders = PICTURE_PROCESSES * PICTURE_MEMORY + READER_MEMORY
  // Twice what it usually needs, for the portal itself.
  expect(bytes(resources.limits.memory)).toBeGreaterThan(decoders + 2 * bytes(resources.requests.memory))
})

/** The values that docs/operating.md gives as the least. */
function valuesOfGuide(): Record<string, unknown> {
  const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')
  const [, least = ''] = /`own\.yaml` says at least:\n\n```yaml\n(.*?)```/s.exec(guide) ?? []
  return parse(least) as Record<string, unknown>
}

test('it asks for the Kubernetes that has its fields, as the guide does', () => {
  // unhealthyPodEvictionPolicy is in use from 1.27 on, without a feature gate; podFailurePolicy from 1.26 on.
  expect(parse(read('Chart.yaml'))).toMatchObject({ kubeVersion: '>=1.27.0-0' })
  expect(readFileSync(join(root, 'docs/operating.md'), 'utf8')).toContain('**On Kubernetes** 1.27 or newer')
})

test('it is the portal’s version', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version })
})

describe('values', () => {
  const valid = (values: object) =>
    new Ajv({ strict: false, validateFormats: false }).validate(JSON.parse(read('values.schema.json')), values)
  const settings = (changed: object) => ({ ...given, settings: { ...given.settings, ...changed } })

  test('that the guide gives as the least are accepted, and none can be left out', () => {
    const own = valuesOfGuide()
    const defaults = parse(read('values.yaml')) as Record<string, unknown>
    expect(valid({ ...defaults, ...own })).toBe(true)
    for (const name of Object.keys(own))
      expect([name, valid({ ...defaults, ...own, [name]: defaults[name] })]).toEqual([name, false])
  })

  test('that are whole are accepted, and the defaults alone are not', () => {
    expect(valid(given)).toBe(true)
    // A setting of an area.
    expect(valid(settings({ WORKSHOP_SYSTEMS: 'off' }))).toBe(true)
    expect(valid(parse(read('values.yaml')) as object)).toBe(false)
  })

  test.each<[string, object]>([
    ['an unknown setting', settings({ TOKEN_HUORS: 24 })],
    ['a setting out of its range', settings({ TOKEN_HOURS: 1000 })],
    ['a number as text', settings({ DRAIN_SECONDS: '5' })],
    ['a name instead of the proxy’s address', settings({ TRUST_PROXY: 'localhost' })],
    ['a public address that is none of the web', settings({ PUBLIC_URL: 'ftp://portal.example.se' })],
    ['a public address with a password', settings({ PUBLIC_URL: 'https://a:b@portal.example.se' })],
    ['a store’s address that is none of the web', settings({ S3_ENDPOINT: 'ftp://s3.example.se' })],
    ['files in S3 without a bucket', settings({ FILES: 's3' })],
    ['the portal’s own port for the numbers', settings({ METRICS_PORT: 8080 })],
    ['the collector’s token outside the Secret', { ...given, env: { OTEL_EXPORTER_OTLP_HEADERS: 'a=b' } }],
    ['an unknown level', settings({ LOG_LEVEL: 'loud' })],
    ['the address of the database, which is a secret', settings({ DATABASE_URL: 'postgres://db/linjen' })],
    ['no public address', { ...given, settings: {} }],
    ['a setting or a secret among the variables of Node', { ...given, env: { DATABASE_URL: 'postgres://db/linjen' } }],
    ['no secret', { ...given, secret: '' }],
    ['no claim', { ...given, files: { claim: '' } }],
    ['a backup to a folder without a claim', { ...given, backup: { to: '/backup', claim: '' } }],
    ['a backup to nowhere', { ...given, backup: { to: 'backup' } }],
    ['no companies', { ...given, variants: {} }],
    ['no replicas', { ...given, replicas: 0 }],
    ['an unknown value', { ...given, replicaCount: 2 }],
  ])('with %s are refused', (_what, values) => expect(valid(values)).toBe(false))

  test('with a public address are refused if the portal refuses it, and accepted if it accepts it', () => {
    for (const wrong of wrongPublicUrls) expect([wrong, valid(settings({ PUBLIC_URL: wrong }))]).toEqual([wrong, false])
    for (const right of rightPublicUrls) expect([right, valid(settings({ PUBLIC_URL: right }))]).toEqual([right, true])
  })

  test.each(['10.0.0.0/8', 'loopback, 10.0.0.1', 'fd00::/8,::1', '::ffff:10.0.0.1'])('trust %s', (proxies) => {
    expect(valid(settings({ TRUST_PROXY: proxies }))).toBe(true)
    expect(Settings.shape.TRUST_PROXY.safeParse(proxies).success).toBe(true)
  })

  test('say by which annotation an ingress takes what the other proxies take', () => {
    const [, name = '', size] = /^ {4}# (nginx\S+proxy-body-size): (\S+)$/m.exec(read('values.yaml')) ?? []
    const reference = readFileSync(join(root, 'docs/reference-settings.md'), 'utf8')
    expect(size).toBe(/^client_max_body_size (\w+);/m.exec(reference)?.[1])
    expect(readFileSync(join(root, 'docs/operating.md'), 'utf8')).toContain(`\`${name}: ${size}\``)
    expect(valid({ ...given, ingress: { ...given.ingress, annotations: { [name]: size } } })).toBe(true)
  })

  test('place the files where the portal takes them', () => {
    const places = [{}, { FILES: 'folder' }, { FILES: 's3' }]
    for (const place of places)
      for (const also of [{}, { FILES_ALSO: 'folder' }, { FILES_ALSO: 's3' }])
        for (const bucket of [{}, { S3_BUCKET: 'linjen' }]) {
          const all = { ...place, ...also, ...bucket }
          let takes = true
          try {
            readConfig({ NODE_ENV: 'test', ...all })
          } catch {
            takes = false
          }
          expect([all, valid(settings(all))]).toEqual([all, takes])
        }
  })
})

interface Container {
  args?: string[]
  env: { name: string; value: string }[]
  securityContext: object
  volumeMounts: { name: string; mountPath: string }[]
}
interface Pod {
  securityContext: object
  terminationGracePeriodSeconds: number
  volumes: { name: string }[]
  containers: [Container]
}
interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec: { template: { spec: Pod }; maxUnavailable?: number }
}

function render(values: object): Manifest[] {
  const folder = mkdtempSync(join(tmpdir(), 'linjen-chart-'))
  try {
    writeFileSync(join(folder, 'values.json'), JSON.stringify(values))
    const args = ['run', join(root, 'checks/packaging/render.go'), chart, join(folder, 'values.json')]
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' }
    return parseAllDocuments(execFileSync('go', args, { env, encoding: 'utf8' }))
      .map((document) => document.toJS() as Manifest | null)
      .filter((manifest) => manifest !== null)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const canRender = existsSync('/usr/bin/go') && existsSync('/usr/share/gocode/src/github.com/Masterminds/sprig')
if (!canRender)
  process.stdout.write('SKIPPED: the rendered chart. golang-go and golang-github-masterminds-sprig-dev are not here.\n')

describe.skipIf(!canRender)('rendered', () => {
  const manifests = canRender ? render(given) : []
  const the = (kind: string) => manifests.find((manifest) => manifest.kind === kind) as Manifest
  const models = { CronJob, Deployment, Job, Service, PodDisruptionBudget, Ingress }

  test('every manifest is one that Kubernetes knows', () => {
    expect(manifests.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(models).toSorted())
    for (const manifest of manifests) {
      const Model = models[manifest.kind as keyof typeof models] as unknown as new (data: Manifest) => {
        validate(): void
      }
      new Model(manifest).validate()
      const wrong = structuredClone(manifest) as unknown as { metadata: { labels: unknown } }
      wrong.metadata.labels = { 'app.kubernetes.io/name': 7 }
      expect(() => new Model(wrong as unknown as Manifest).validate()).toThrow()
    }
  })

  test('the portal and the migration run as nobody, on a read-only root, with the settings as text', () => {
    for (const kind of ['Deployment', 'Job']) {
      const { securityContext, containers, volumes } = the(kind).spec.template.spec
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 10001,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      expect(containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const environment = Object.fromEntries(containers[0].env.map(({ name, value }) => [name, value]))
      expect(environment).toMatchObject({
        PUBLIC_URL: 'https://portal.example.se',
        WRITES_PER_MINUTE: '1000000',
        METRICS_HOST: '0.0.0.0',
        NODE_EXTRA_CA_CERTS: '/run/secrets/linjen/ca.pem',
        NODE_USE_ENV_PROXY: '1',
      })
      expect(environment).not.toHaveProperty('DATABASE_URL')
      // /tmp is the only volume that a pod shares with no other.
      expect(volumes.filter((volume) => 'emptyDir' in volume).map(({ name }) => name)).toEqual(['tmp'])
    }
  })

  test('the collector’s token is a key of the Secret, where it is said to be one', () => {
    const name = 'OTEL_EXPORTER_OTLP_HEADERS_FILE'
    const environment = (values: object) => JSON.stringify(render(values).find(({ kind }) => kind === 'Deployment'))
    expect(environment(given)).not.toContain(name)
    const one = { name, value: '/run/secrets/linjen/OTEL_EXPORTER_OTLP_HEADERS' }
    expect(environment({ ...given, collectorHeaders: true })).toContain(JSON.stringify(one))
  })

  test('the migration is a job before', () => {
    const { metadata, spec } = the('Job')
    expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
    const file = spec.template.spec.containers[0].args?.at(-1) ?? ''
    expect(existsSync(join(root, file))).toBe(true)
  })

  test('the guide upgrades by the names that there are, to the image of the release', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    const commands = commandsAfter('**With the chart**').join('\n').replaceAll(versionPlaceholder, version)
    // By the guide's own values: with a tag there, neither an upgrade nor the way back would change the image.
    const [own, defaults] = [valuesOfGuide(), parse(read('values.yaml')) as Record<string, object>]
    const job = render({ ...defaults, ...own, image: { ...defaults.image, ...(own.image as object) } }).find(
      ({ kind }) => kind === 'Job',
    ) as Manifest
    const { image } = job.spec.template.spec.containers[0] as Container & { image: string }
    expect(image).toBe(`registry.example.se/linjen:${version}`)
    expect(commands).toContain(` -t ${image} .\npodman push ${image}\n`)
    const names = manifests.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`)
    const named = `${commands}\n${guide}`.matchAll(/\b(?:deployment|cronjob|job)\/portal[\w-]*/g)
    for (const [name] of named) expect(names).toContain(name)
    // Longer than a migration waits for a process that holds a table, which is longer than helm's default.
    const upgrade = /^helm upgrade --install portal packaging\/chart .*--timeout 30m$/m
    expect(commands).toMatch(upgrade)
    // If the backup has failed, nothing is upgraded.
    expect(commands).toMatch(/^kubectl wait .*before-upgrade && .* &&\nhelm upgrade --install /m)
    const back = commandsAfter('To go back, the version before')
    expect(back).toEqual([`git switch --detach v${versionPlaceholder}`, upgrade.exec(commands)?.[0]])
    // The same line installs, so that whoever runs it again after a failure is not refused.
    expect(commandsAfter('**On Kubernetes**').at(-1)).toBe(upgrade.exec(commands)?.[0])
  })

  test('pods are asked whether they live and are ready, have time to end, and never all go at once', () => {
    const pod = the('Deployment').spec.template.spec
    expect(pod.containers[0]).toMatchObject({
      livenessProbe: { httpGet: { path: '/livez' } },
      startupProbe: { httpGet: { path: '/livez' } },
      readinessProbe: { httpGet: { path: '/readyz' } },
    })
    expect(pod.terminationGracePeriodSeconds).toBe(7 + 25)
    // A node is drained also while no pod is ready.
    const budget = { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow' }
    expect(the('PodDisruptionBudget').spec).toMatchObject(budget)
  })

  test('the backup is a job of each night, as the portal runs', () => {
    const { spec } = the('CronJob') as unknown as {
      spec: { schedule: string; concurrencyPolicy: string; jobTemplate: { spec: { template: { spec: Pod } } } }
    }
    const pod = spec.jobTemplate.spec.template.spec
    const migration = the('Job').spec.template.spec
    expect([spec.schedule, spec.concurrencyPolicy]).toEqual(['15 1 * * *', 'Forbid'])
    expect(pod.securityContext).toEqual(migration.securityContext)
    expect(pod.containers[0].env).toEqual(migration.containers[0].env)
    const backups = { name: 'backup', persistentVolumeClaim: { claimName: 'linjen-backups' } }
    expect(pod.volumes).toEqual([...migration.volumes, backups])
    expect(pod.containers[0].volumeMounts).toContainEqual({ name: 'backup', mountPath: '/backup' })
    const [program, file = '', to] = pod.containers[0].args ?? []
    expect([program, existsSync(join(root, file)), to]).toEqual(['node', true, '/backup'])
  })

  test('a backup in S3 needs no claim, and without a place there is none', () => {
    const backups = (backup: object) => render({ ...given, backup }).filter(({ kind }) => kind === 'CronJob')
    expect(backups({ to: '', claim: '', schedule: '15 1 * * *' })).toEqual([])
    const [inS3] = backups({ to: 's3://backups/norr', claim: '', schedule: '15 1 * * *' })
    expect(JSON.stringify(inS3)).toContain('"s3://backups/norr"')
    expect(JSON.stringify(inS3)).not.toContain('"name":"backup","persistentVolumeClaim"')
  })

  test('one pod has no budget, which would keep its node for ever', () => {
    expect(
      render({ ...given, replicas: 1, ingress: { enabled: false }, backup: { to: '' } })
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['Deployment', 'Job', 'Service'])
  })
})
