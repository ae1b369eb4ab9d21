// Runs the commands of docs/operating.md that install and upgrade, as they are written, with stand-ins for programs that a test must not run.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commandsAfter, sourcesPlaceholder, versionPlaceholder } from '../rehearsal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const backupName = '2026-11-22T01-15-00Z-a1b2c3'

let folder: string
/** A repository with a release, the next release, and a later commit. */
let sources: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-guide-'))
  sources = join(folder, 'sources')
  mkdirSync(sources)
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.name', 'Linjen')
  git('config', 'user.email', 'linjen@example.se')
  cpSync(join(root, 'packaging/compose'), join(sources, 'packaging/compose'), { recursive: true })
  cpSync(join(root, 'packaging/systemd'), join(sources, 'packaging/systemd'), { recursive: true })
  cpSync(join(root, '.gitignore'), join(sources, '.gitignore'))
  cpSync(join(root, 'variants/norr'), join(sources, 'variants/norr'), { recursive: true })
  for (const version of ['0.1.0', '0.2.0', 'main']) {
    writeFileSync(join(sources, 'version'), version)
    writeFileSync(join(sources, 'packaging/systemd/linjen'), `#!/bin/sh\n# ${version}\n`)
    writeFileSync(join(sources, 'packaging/compose/Caddyfile'), `# ${version}\n`)
    git('add', '.')
    git('commit', '--quiet', '--message', version)
    if (version !== 'main') git('tag', `v${version}`)
  }
  mkdirSync(join(folder, 'bin'))
  mkdirSync(join(folder, 'sbin'))
  mkdirSync(join(folder, 'units'))
  mkdirSync(join(folder, 'etc'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const git = (...words: string[]) => execFileSync('git', words, { cwd: sources, encoding: 'utf8' }).trim()
const installed = () => join(folder, 'linjen')
const versionOf = (place: string) => readFileSync(join(place, 'version'), 'utf8')

/** Runs lines of the guide with a umask that closes new files to other users. Returns the commands that the stand-ins got. */
function run(lines: readonly string[], version: string, standIns: readonly string[], kubectl = ''): string[] {
  const asked = join(folder, 'asked')
  rmSync(asked, { force: true })
  for (const name of standIns) {
    const takes = `case "$*" in *' -') cat > ${join(folder, 'taken')} ;; esac`
    writeFileSync(
      join(folder, 'bin', name),
      `#!/bin/sh\necho "${name} $*" >> ${asked}\n${takes}\n${name === 'kubectl' ? kubectl : ''}\n`,
    )
    chmodSync(join(folder, 'bin', name), 0o755)
  }
  const text = lines
    .join('\n')
    .replaceAll(sourcesPlaceholder, sources)
    .replaceAll('/opt/linjen', installed())
    .replaceAll('/usr/local/sbin', join(folder, 'sbin'))
    .replaceAll('/etc/systemd/system', join(folder, 'units'))
    .replaceAll(/(?<!=)\/etc\/linjen/g, join(folder, 'etc'))
    .replaceAll(versionPlaceholder, version)
    .replaceAll('<id>', 'norr')
    .replaceAll('<backup>', backupName)
  const { status, stderr } = spawnSync('bash', ['-e', '-u', '-o', 'pipefail'], {
    cwd: folder,
    input: `umask 027\n${text}\n`,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, HOME: folder },
  })
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  return existsSync(asked) ? readFileSync(asked, 'utf8').trim().split('\n') : []
}

const install = () => run(commandsAfter('**2. The portal**'), '0.1.0', ['apt-get', 'npm', 'useradd'])
const othersRead = (file: string) => (statSync(join(installed(), file)).mode & 0o004) !== 0

test('what is installed is a release, which the portal’s user may read, and so is what it is upgraded to', () => {
  expect(install().slice(-4, -1)).toEqual(['npm ci', 'npm run build', 'npm prune --omit=dev'])
  expect([versionOf(installed()), othersRead('version'), othersRead('.')]).toEqual(['0.1.0', true, true])
  const steps = run(commandsAfter('### Upgrade\n'), '0.2.0', ['systemctl', 'npm'])
  expect(steps).toEqual([
    'systemctl stop linjen*',
    'npm ci',
    'npm run build',
    'npm prune --omit=dev',
    'systemctl daemon-reload',
    'systemctl start linjen',
  ])
  expect([versionOf(installed()), othersRead('version')]).toEqual(['0.2.0', true])
  // The files outside the sources are the release's too.
  expect(readFileSync(join(folder, 'sbin/linjen'), 'utf8')).toContain('# 0.2.0')
  expect(existsSync(join(folder, 'units/linjen.service'))).toBe(true)
})

test('whoever goes back has the version before in place when its backup is restored', () => {
  install()
  run(commandsAfter('### Upgrade\n'), '0.2.0', ['systemctl', 'npm'])
  const steps = run(commandsAfter('**To go back**'), '0.1.0', ['systemctl', 'npm', 'linjen'])
  expect(steps).toEqual([
    'systemctl stop linjen*',
    'npm ci',
    'npm run build',
    'npm prune --omit=dev',
    'systemctl daemon-reload',
    `linjen restore /mnt/backup/${backupName}`,
    'systemctl start linjen',
  ])
  expect(versionOf(installed())).toBe('0.1.0')
  expect(readFileSync(join(folder, 'sbin/linjen'), 'utf8')).toContain('# 0.1.0')
})

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))(
  'one more process differs from the first by its own settings',
  () => {
    const units = join(folder, 'units')
    const unit = readFileSync(join(root, 'packaging/systemd/linjen.service'), 'utf8')
    // The program is installed elsewhere on this machine.
    writeFileSync(join(units, 'linjen.service'), unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    const asked = run(commandsAfter('### One more process\n'), '', ['systemctl'])
    expect(asked).toEqual(['systemctl daemon-reload', 'systemctl start linjen linjen@b'])
    const analyse = (file: string, level: string) =>
      spawnSync('systemd-analyze', ['verify', '--man=no', join(units, file)], {
        encoding: 'utf8',
        env: { ...process.env, SYSTEMD_LOG_LEVEL: level },
      })
    for (const file of ['linjen.service', 'linjen@.service'])
      expect(analyse(file, 'notice')).toMatchObject({ status: 0, stderr: '' })
    expect(analyse('linjen.service', 'debug').stdout).toContain('Wants: linjen@b.service')
    // systemd verifies a template as its instance "i". The settings of the last file take precedence.
    const files = [...analyse('linjen@.service', 'debug').stdout.matchAll(/EnvironmentFile: (.+)/g)]
    expect(files.map(([, file]) => file)).toEqual(['/etc/linjen/linjen.env', '/etc/linjen/i.env'])
    expect(readFileSync(join(folder, 'etc/b.env'), 'utf8')).toBe('PORT=8081\nMETRICS_PORT=9465\n')
  },
)

test('with Compose a backup is made first, and one portal is replaced after the other by the release’s image', () => {
  install()
  const compose = join(installed(), 'packaging/compose')
  run(commandsAfter('**With containers instead**'), '0.1.0', ['docker', 'install'])
  const environment = () => readFileSync(join(compose, '.env'), 'utf8').trim().split('\n')
  expect(environment()).toEqual([
    'PUBLIC_URL=https://portal.example.se',
    'PORTAL_HOSTS=portal.example.se',
    'LINJEN_VERSION=0.1.0',
  ])
  const place = commandsAfter('service `database` is PostgreSQL 17. To restore').join('\n')
  // The service mounts the folder of the backups, wherever that is.
  expect(place).not.toContain('--volume')
  expect(place.match(/run --rm \S+ node \S+ \S+/g)).toEqual([
    'run --rm backup node app/server/restore.ts /backup',
    'run --rm backup node app/server/restore.ts --keep',
  ])
  const steps = run(commandsAfter('**With Compose**'), '0.2.0', ['docker', 'sleep'])
  expect([versionOf(installed()), environment().at(-1)]).toEqual(['0.2.0', 'LINJEN_VERSION=0.2.0'])
  expect(steps.map((step) => step.replace('docker compose --profile real ', ''))).toEqual([
    'exec backup node app/server/backup.ts /backup',
    'build',
    'run --rm --no-deps portal-a node app/server/migrate.ts',
    'up --detach --no-deps --wait portal-a',
    'sleep 2',
    'up --detach --no-deps --wait portal-b',
    'exec -T proxy caddy reload --adapter caddyfile --config -',
    'up --detach',
  ])
  // The new file comes by stdin, because the container still has the file mounted that git has replaced.
  expect(readFileSync(join(folder, 'taken'), 'utf8')).toBe('# 0.2.0\n')
  const back = run(commandsAfter('To go back with the data:'), '0.1.0', ['docker'])
  expect([versionOf(installed()), environment().at(-1)]).toEqual(['0.1.0', 'LINJEN_VERSION=0.1.0'])
  expect(back.map((step) => step.replace('docker compose --profile real ', ''))).toEqual([
    'stop portal-a portal-b backup',
    'build',
    `run --rm backup node app/server/restore.ts /backup/${backupName}`,
    'up --detach',
  ])
  // The operator's files beside the sources are in no commit, and not in the image.
  mkdirSync(join(compose, 'backups'))
  mkdirSync(join(compose, 'certificates'))
  for (const place of ['in', 'backups', 'variants', 'certificates']) writeFileSync(join(compose, place, 'file'), '')
  for (const file of ['linjen.env', 'compose.override.yaml']) writeFileSync(join(compose, file), '')
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: installed(), encoding: 'utf8' })
  expect(status).toBe('')
  const { services } = parse(readFileSync(join(compose, 'compose.yaml'), 'utf8'), { merge: true }) as {
    services: Record<string, { image: string }>
  }
  for (const name of ['portal-a', 'portal-b', 'backup']) expect(services[name]?.image).toContain('${LINJEN_VERSION')
  expect(ignored('packaging/image/Containerfile.dockerignore')).toEqual(ignored('.gitignore'))
})

/** The operator's own files and folders beside those of Compose that a file with patterns leaves out. */
const ignored = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line) => /^\/?packaging\/compose\/([^/]+)\/?$/.exec(line)?.[1] ?? [])

/**
 * A stand-in for a cluster whose jobs are still running at the first query, and then have ended with these conditions. A job is there until it is
 * deleted.
 */
const jobsEnd = (...conditions: string[]) => `
case "$*" in
  'create job before-upgrade'*) mkdir ${folder}/job ;;
  'delete job before-upgrade'*) rm -rf ${folder}/job ;;
  'get job'*) if [ -e ${folder}/running ]; then echo '${conditions.join(' ')}'; else touch ${folder}/running; fi ;;
  *condition=complete*) ${conditions.includes('Complete') ? 'true' : 'exit 1'} ;;
esac`

test.each([0, 1])('on Kubernetes an import that ends with %i leaves nothing of its file in the pod', (status) => {
  const inPod = join(folder, 'in-the-pod.csv')
  writeFileSync(join(folder, 'personal.csv'), 'anstid\n')
  const node = `#!/bin/sh\nstat --format %a ${inPod} > ${folder}/mode\ncat ${inPod} > ${folder}/taken\nexit ${status}\n`
  writeFileSync(join(folder, 'bin/node'), node, { mode: 0o755 })
  const lines = commandsAfter('What these pages call `npm run <command> -- …` is `kubectl exec').map((line) =>
    line.replaceAll('/tmp/personal.csv', inPod),
  )
  const pod = `umask 022; until [ "$1" = -- ]; do shift; done; shift; "$@" || [ $? = ${status} ]`
  run(lines, '', ['kubectl'], pod)
  expect(['mode', 'taken'].map((file) => readFileSync(join(folder, file), 'utf8'))).toEqual(['600\n', 'anstid\n'])
  expect(existsSync(inPod)).toBe(false)
})

test.each([
  ['SuccessCriteriaMet', 'Complete'],
  ['FailureTarget', 'Failed'],
])('on Kubernetes a restore is waited for until it is %s, %s, and its log is shown', (...conditions) => {
  const lines = commandsAfter('[Company certificates](#company-certificates) and')
  const asked = run(lines, '', ['kubectl', 'jq', 'sleep'], jobsEnd(...conditions))
  const get = 'kubectl get job restore --output jsonpath={.status.conditions[*].type}'
  expect(asked.slice(-6)).toEqual([
    get,
    'sleep 5',
    get,
    'kubectl logs job/restore',
    'kubectl delete job restore',
    'kubectl scale deployment portal --replicas 2',
  ])
})

test('with the chart nothing is upgraded whose backup has failed', () => {
  install()
  const steps = (...conditions: string[]) => {
    rmSync(join(folder, 'running'), { force: true })
    const lines = ['cd /opt/linjen', ...commandsAfter('**With the chart**')]
    return run(lines, '0.2.0', ['kubectl', 'podman', 'helm', 'sleep'], jobsEnd(...conditions))
  }
  const upgrade = 'helm upgrade --install portal packaging/chart --values own.yaml --wait --timeout 30m'
  const failed = steps('FailureTarget', 'Failed')
  expect(failed).toContain('kubectl logs job/before-upgrade')
  expect(failed).not.toContain(upgrade)
  // The same lines again, after the cause has been mended.
  expect(steps('SuccessCriteriaMet', 'Complete')).toEqual(
    expect.arrayContaining(['kubectl logs job/before-upgrade', 'kubectl delete job before-upgrade', upgrade]),
  )
})

test('whoever skips a version is told to stop all processes first, wherever an upgrade is described', () => {
  const said = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll(/\n(# )?/g, ' ')
  const inDocs =
    /More than one version at once.{0,40}: stop all processes first.{0,80}--replicas 0.{0,200}way back is the backup/
  expect(said('docs/upgrading.md')).toMatch(inDocs)
  expect(said('docs/operating.md')).toMatch(inDocs)
  expect(said('packaging/chart/templates/migration.yaml')).toMatch(/More than one version at once.{0,60}replicas 0/)
})

test('what no backup of Compose has is named, all of it', () => {
  const [, named = ''] =
    /^No backup has (.+?): keep a copy/m.exec(readFileSync(join(root, 'docs/operating.md'), 'utf8')) ?? []
  const ofOperator = ignored('.gitignore').filter((name) => name !== 'in' && name !== 'backups')
  expect(new Set([...named.matchAll(/`([^`]+)`/g)].map(([, name]) => name))).toEqual(new Set(ofOperator))
})

test('the image of sources that only root may read is one that its user may read', () => {
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  const folders = ['app', 'areas', 'core', 'demo', 'identity', 'platform/web/ui', 'variants', 'dist/web', 'dist/server']
  const files = ['package.json', 'LICENSE', 'CHANGELOG.md', 'platform/web/ui/tokens.css', 'dist/sbom.cdx.json', 'app/a']
  for (const name of folders) mkdirSync(join(from, name), { recursive: true, mode: 0o750 })
  for (const name of files) writeFileSync(join(from, name), '', { mode: 0o640 })
  const script = join(root, 'packaging/image/install.sh')
  const { status } = spawnSync('sh', ['-c', `umask 027; ${script} sources ${from} ${to}`])
  expect(status).toBe(0)
  const closed = execFileSync('find', [to, '-not', '-perm', '-004'], { encoding: 'utf8' })
  expect(closed).toBe('')
})
