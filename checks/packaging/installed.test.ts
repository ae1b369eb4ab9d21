// What an operator installs beside the portal: image, Compose file, proxy and unit. The image's steps themselves are tried by packaging/image/try.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readPortalConfig } from '../../app/server/config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, 'packaging', path), 'utf8')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'linjen-packaging-'))
  writeFileSync(join(folder, 'database-url'), 'postgres://linjen:secret@database/linjen\n')
  writeFileSync(join(folder, 'payslip-key'), `${Buffer.alloc(32, 7).toString('base64')}\n`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The portal's configuration from these settings and two secrets in files. Throws if the portal refuses them. */
const configOf = (settings: Readonly<Record<string, string>>) =>
  readPortalConfig({
    ...settings,
    DATABASE_URL_FILE: join(folder, 'database-url'),
    PAYSLIP_KEY_FILE: join(folder, 'payslip-key'),
  })

/** Whether a program is installed; if not, a line says what is skipped. */
function has(program: string, what: string): boolean {
  const found = existsSync(program)
  if (!found) process.stdout.write(`SKIPPED: ${what}. ${program} is not here.\n`)
  return found
}

describe('the image', () => {
  const lines = read('image/Containerfile').replaceAll('\\\n', '').split('\n')
  const stages = lines.flatMap((line) => /^FROM (\S+) AS (\S+)$/.exec(line)?.slice(1, 3).join(' ') ?? [])

  test('is made from the Node release of the packages', () => {
    expect(stages[0]).toBe(`docker.io/library/node:${manifest.dependencies.node}-trixie-slim node`)
  })

  test('ends with the portal for production, without compilers or what builds', () => {
    expect(stages.at(-1)).toBe('runtime portal')
    expect(stages).toContain('runtime try')
    expect(lines.join('\n')).not.toMatch(/\b(gcc|g\+\+|make|python|build-essential)\b/)
  })

  test('runs as a numbered user, by an init process, with the flags of npm start', () => {
    expect(lines).toContain('USER 10001:10001')
    expect(lines).toContain('ENTRYPOINT ["/usr/bin/tini", "--"]')
    const command = JSON.parse(lines.find((line) => line.startsWith('CMD '))!.slice(4)) as string[]
    expect(manifest.scripts['start']).toContain(`&& ${command.join(' ')}`)
  })

  test.each([
    ['for production', []],
    ['for trying', ['demo']],
  ])('has the packages that it names, %s', (_name, options) => {
    const names = (list: string) => new RegExp(`^${list}='(.+)'$`, 'm').exec(read('image/install.sh'))![1]!.split(' ')
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(root, file), join(folder, file))
    // Twice, as when the next step has failed and both steps are repeated.
    for (let times = 0; times < 2; times += 1)
      execFileSync(join(root, 'packaging/image/install.sh'), ['manifest', folder, ...options])
    // Lists what these two files would install; no package is fetched.
    const said = execFileSync('npm', ['ci', '--dry-run', '--offline', '--omit=dev', '--ignore-scripts'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const added = new Set([...said.matchAll(/^add (\S+) /gm)].map(([, name]) => name))
    const demo = names('demo_packages')
    expect(names('trace_packages').filter((name) => !added.has(name))).toEqual([])
    expect(demo.filter((name) => added.has(name))).toEqual(options.length > 0 ? demo : [])
    expect([...added].filter((name) => ['vite', 'vitest', 'react', 'typescript'].includes(name!))).toEqual([])
  })

  test('is not made without a package that is named but not known, nor by a step that does not exist', () => {
    const run = (...given: string[]) =>
      spawnSync(join(root, 'packaging/image/install.sh'), given, { encoding: 'utf8', stdio: 'pipe' })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: {}, devDependencies: {} }))
    const { status, stderr } = run('manifest', folder)
    expect([status, stderr]).toEqual([1, expect.stringContaining('package.json has no @fastify/otel')])
    for (const given of [[], ['instal']]) expect(run(...given).stderr).toMatch(/^install\.sh: build, manifest/)
  })

  test('has in the stage for trying what package.json has for trying', () => {
    const names = /^demo_packages='(.+)'$/m.exec(read('image/install.sh'))?.[1]?.split(' ') ?? []
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(Object.keys(manifest.devDependencies)).toContain(name)
    // dependency-cruiser lets the server import the same packages, dynamically.
    const rules = readFileSync(join(root, '.dependency-cruiser.js'), 'utf8')
    expect(rules).toContain(`(${names.join('|')})/`)
  })
})

interface Service {
  profiles: string[]
  image: string
  build?: { target?: string; context: string; dockerfile: string }
  read_only?: boolean
  cap_drop?: string[]
  command?: string[]
  environment?: Record<string, string>
  env_file?: { path: string; required: boolean }[]
  secrets?: string[]
  volumes?: string[]
  logging?: { driver: string; options: Record<string, string> }
}

describe('the Compose file', () => {
  const { services, secrets, volumes } = parse(read('compose/compose.yaml'), { merge: true }) as {
    services: Record<string, Service>
    secrets: Record<string, { file: string }>
    volumes: Record<string, null>
  }
  const of = (profile: string) => Object.keys(services).filter((name) => services[name]?.profiles.includes(profile))

  test('has one process to try, and two portals with a database and a proxy for real', () => {
    expect(of('try')).toEqual(['try'])
    expect(services['try']?.build?.target).toBe('try')
    expect(of('real').toSorted()).toEqual(['backup', 'database', 'portal-a', 'portal-b', 'proxy'])
  })

  test.each(['try', 'portal-a', 'portal-b', 'backup'])(
    '%s has a root that it cannot write and no privileges',
    (name) => {
      const service = services[name]!
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(existsSync(join(root, 'packaging/compose', service.build!.context, service.build!.dockerfile))).toBe(true)
    },
  )

  test('no log grows until the disk is full', () => {
    for (const [name, { logging }] of Object.entries(services)) {
      const { driver, options } = logging ?? { driver: 'none is set', options: {} }
      expect([name, driver]).toEqual([name, 'json-file'])
      expect(options['max-size']).toMatch(/^\d\dm$/)
      expect(Number(options['max-file'])).toBeGreaterThan(1)
    }
  })

  test('both portals serve numbers for monitoring, which the proxy does not hand on', () => {
    for (const name of ['portal-a', 'portal-b']) {
      const { METRICS_PORT: port, ...settings } = services[name]!.environment!
      expect(settings).toMatchObject({ METRICS_HOST: '0.0.0.0' })
      expect(read('compose/Caddyfile')).not.toContain(port)
      expect(readFileSync(join(root, 'docs/operating.md'), 'utf8')).toContain(`${name}:${port}`)
    }
  })

  test('the backup has the portal’s settings and files, and runs commands that there are', () => {
    const { environment, env_file: further, secrets: given, volumes: mounted } = services['backup']!
    const portal = services['portal-a']!
    expect([environment, further, given]).toEqual([portal.environment, portal.env_file, portal.secrets])
    expect(mounted).toEqual([...portal.volumes!, '${BACKUPS:-./backups}:/backup'])
    const [, , script = ''] = services['backup']!.command!
    for (const [, file] of script.matchAll(/node (\S+)/g)) expect(existsSync(join(root, file!))).toBe(true)
    const latest = join(folder, 'latest.txt')
    // The script as Compose passes it to the shell, with a stand-in for node and for date. Each `sleep` becomes an exit, so that the loop ends.
    const loop = (node: string, now = '2026-11-21T14:00:00Z') => {
      const once = script.replaceAll('$$', '$').replaceAll('/backup/latest.txt', latest)
      const { status, stdout } = spawnSync(
        'sh',
        [
          '-c',
          `date() { echo ${Date.parse(now) / 1000}; }\nnode() { echo "$*"; ${node}; }\n${once.replaceAll(/sleep (.*)$/gm, 'echo $1; exit')}`,
        ],
        { encoding: 'utf8' },
      )
      return [status, ...stdout.trim().split('\n')]
    }
    const make = 'app/server/backup.ts /backup'
    // The next is at 01:15 UTC, also if that is later the same day. The alarm for backups waits 26 hours.
    for (const [now, seconds] of [
      ['00:30:00', 45 * 60],
      ['01:13:59', 61],
      ['01:14:59', 24 * 3600 + 1],
      ['01:15:00', 24 * 3600],
      ['01:20:00', 24 * 3600 - 5 * 60],
      ['23:59:00', 76 * 60],
    ] as const)
      expect([now, ...loop(`echo ${now} > ${latest}`, `2026-11-21T${now}Z`)]).toEqual([now, 0, make, String(seconds)])
    // The backup was made, but without the files that are lost.
    expect(loop(`echo lacking > ${latest}; return 1`)).toEqual([0, make, String(11.25 * 3600)])
    expect(loop('return 1')).toEqual([0, make, '3600'])
  })

  test('the image’s programs are of the server’s version', () => {
    const [, server] = /postgres:(\d+)-/.exec(services['database']!.image)!
    const clients = [...read('image/Containerfile').matchAll(/postgresql(?:-client-|\/)(\d+)/g)].map(
      ([, major]) => major,
    )
    expect(
      new Set([...clients, ...[...read('image/try').matchAll(/postgresql(?:-client-|\/)(\d+)/g)].map(([, n]) => n)]),
    ).toEqual(new Set([server]))
  })

  test('the portal accepts its settings', () => {
    const environment = services['portal-a']!.environment!
    const given = Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'),
    ])
    expect(configOf({ ...Object.fromEntries(given), NODE_ENV: 'production', HOST: '0.0.0.0' })).toMatchObject({
      production: true,
      demo: false,
      embeddedSignIn: false,
      trustProxy: ['uniquelocal'],
    })
    expect(services['portal-b']).toEqual(services['portal-a'])
  })

  test('the portal takes further settings and certificates where there are any, as the guide says', () => {
    const { env_file: further, volumes: mounted } = services['portal-a']!
    expect(further).toEqual([{ path: './linjen.env', required: false }])
    // If the folder is missing, the engine creates it.
    expect(mounted).toContain('./certificates:/etc/linjen/certificates:ro')
    const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    expect(guide).toContain('\nNODE_EXTRA_CA_CERTS=/etc/linjen/certificates/company-ca.pem\n')
  })

  test('names only secrets and volumes that it has', () => {
    for (const service of Object.values(services)) {
      for (const name of service.secrets ?? []) expect(Object.keys(secrets)).toContain(name)
      const named = (service.volumes ?? []).map((volume) => volume.split(':')[0]!).filter((name) => /^\w+$/.test(name))
      for (const name of named) expect(Object.keys(volumes)).toContain(name)
    }
    const made = read('compose/make-secrets')
    for (const { file } of Object.values(secrets)) expect(made).toContain(`> ${file.slice(2)}`)
    const proxied = /reverse_proxy (.+) \{/.exec(read('compose/Caddyfile'))?.[1]
    expect(proxied).toBe('portal-a:8080 portal-b:8080')
  })

  test.skipIf(!has('/usr/bin/caddy', 'the Compose file’s proxy'))('the proxy understands its file', () => {
    const [, hosts = ''] = /such as '(.+?)'/.exec(read('compose/Caddyfile')) ?? []
    expect(hosts).toContain(',')
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(root, 'packaging/compose/Caddyfile')]
    const { status, stderr } = spawnSync('caddy', args, {
      env: { ...process.env, PORTAL_HOSTS: hosts },
      encoding: 'utf8',
    })
    expect({ status, stderr }).toMatchObject({ status: 0 })
  })
})

describe('the unit', () => {
  const unit = read('systemd/linjen.service')

  test('and the documents run an import with as little memory as npm run import', () => {
    const script = manifest.scripts['import'] ?? ''
    const [, pool = '', flags = ''] = /^(\w+=\d+) node (--.+) app\/server\/import\.ts$/.exec(script) ?? []
    expect(flags).toMatch(/^--/)
    expect(read('systemd/linjen')).toContain(
      `if [ "$command" = import ]; then\n  flags='${flags}'\n  export ${pool}\nfi\n`,
    )
    const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    const commands = [...guide.matchAll(/node ([^`\n]*)app\/server\/import\.ts/g)].map(([, own = '']) => own.trim())
    expect(commands).not.toEqual([])
    for (const own of commands) expect(own).toBe(flags)
    expect(guide.split(pool)).toHaveLength(commands.length + 1)
  })

  test('starts the portal as npm start does, with settings that it accepts', () => {
    const [, command = ''] = /^ExecStart=\/opt\/linjen\/node_modules\/\.bin\/(.+)$/m.exec(unit) ?? []
    expect(manifest.scripts['start']).toContain(`&& ${command}`)
    const settings = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '))
    const given = Object.fromEntries(settings.map((pair) => pair.split('=') as [string, string]))
    expect(given).toMatchObject({ DATABASE_URL_FILE: '%d/database-url', PAYSLIP_KEY_FILE: '%d/payslip-key' })
    expect(configOf({ ...given, PUBLIC_URL: 'https://portal.example.se' })).toMatchObject({
      production: true,
      dataDir: '/var/lib/linjen',
    })
  })

  test('goes on where the kernel ends a process that decodes a picture', () => {
    expect(unit).toMatch(/^OOMPolicy=continue$/m)
  })

  test.skipIf(process.getuid?.() !== 0)('a command beside it has its settings and its user', () => {
    const etc = mkdtempSync(join(folder, 'etc-'))
    const data = join(etc, 'data')
    writeFileSync(join(etc, 'linjen.env'), `PUBLIC_URL=portal.example.se\nDATA_DIR=${data}\n`)
    writeFileSync(join(etc, 'database-url'), 'mysql://secret\n')
    writeFileSync(join(etc, 'payslip-key'), 'short\n')
    const environment = { PATH: process.env.PATH, LINJEN_ETC: etc, LINJEN_HOME: root, LINJEN_USER: 'root' }
    const run = (...args: string[]) =>
      spawnSync(join(root, 'packaging/systemd/linjen'), args, { encoding: 'utf8', env: environment })
    const refused = run('migrate')
    expect(refused.status).toBe(1)
    // Each of the three was read; the command stops before it reaches a database.
    for (const setting of ['PUBLIC_URL', 'DATABASE_URL', 'PAYSLIP_KEY'])
      expect(refused.stderr).toContain(`${setting} (`)
    expect(refused.stderr).not.toContain('secret')
    // As on a machine where the portal has not been started.
    expect(statSync(data).mode & 0o777).toBe(0o750)
    const closed = mkdtempSync(join(folder, 'closed-'))
    mkdirSync(join(closed, 'app/server'), { recursive: true })
    writeFileSync(join(closed, 'app/server/migrate.ts'), '', { mode: 0o640 })
    const games = { ...environment, LINJEN_HOME: closed, LINJEN_USER: 'games' }
    const unread = spawnSync(join(root, 'packaging/systemd/linjen'), ['migrate'], { encoding: 'utf8', env: games })
    expect([unread.status, unread.stderr]).toEqual([
      1,
      `linjen: games may not read ${closed}: chmod -R go+rX ${closed}\n`,
    ])
    const nobody = spawnSync(join(root, 'packaging/systemd/linjen'), ['migrate'], {
      encoding: 'utf8',
      env: { ...environment, LINJEN_USER: 'linjen-who-is-not-there' },
    })
    expect(nobody.stderr).toContain('linjen-who-is-not-there')
    expect(run('accounts').stderr).toMatch(/^Användning: .*identities/)
  })

  test.skipIf(process.getuid?.() !== 0)(
    'a command reads the settings as systemd does, and runs nothing in them',
    () => {
      const home = mkdtempSync(join(folder, 'home-'))
      mkdirSync(join(home, 'node_modules/.bin'), { recursive: true })
      const names = ['TRUST_PROXY', 'OTEL_EXPORTER_OTLP_HEADERS', 'LOG_LEVEL', 'S3_PREFIX']
      const program = `#!/bin/sh\nprintf '%s\\n' ${names.map((name) => `"$${name}"`).join(' ')}\n`
      writeFileSync(join(home, 'node_modules/.bin/node'), program, { mode: 0o755 })
      const lines = [
        '# a comment',
        '; another',
        'TRUST_PROXY=10.0.0.1, 10.0.0.2',
        `OTEL_EXPORTER_OTLP_HEADERS=Authorization=Basic YTpi $(touch ${join(home, 'run')});`,
        'LOG_LEVEL =\t"warn"\r',
        "S3_PREFIX= 'norr'",
        'a line of words',
        `DATA_DIR=${home}`,
      ]
      writeFileSync(join(home, 'linjen.env'), lines.join('\n'))
      for (const name of ['database-url', 'payslip-key']) writeFileSync(join(home, name), 'a\n')
      const env = { PATH: process.env.PATH, LINJEN_ETC: home, LINJEN_HOME: home, LINJEN_USER: 'root' }
      const { stdout, stderr } = spawnSync(join(root, 'packaging/systemd/linjen'), ['migrate'], {
        encoding: 'utf8',
        env,
      })
      expect([stderr, stdout.split('\n')]).toEqual([
        '',
        ['10.0.0.1, 10.0.0.2', lines[3]?.slice('OTEL_EXPORTER_OTLP_HEADERS='.length), 'warn', 'norr', ''],
      ])
      expect(existsSync(join(home, 'run'))).toBe(false)
    },
  )

  /** Runs a command with a `linjen.env` that has these lines as its second. */
  const migrateWith = (lines: string) => {
    const home = mkdtempSync(join(folder, 'home-'))
    writeFileSync(join(home, 'linjen.env'), `LOG_LEVEL="warn"\n${lines}\nHOST=127.0.0.1\n`)
    const { status, stderr } = spawnSync(join(root, 'packaging/systemd/linjen'), ['migrate'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LINJEN_ETC: home, LINJEN_HOME: home, LINJEN_USER: 'root' },
    })
    return { home, status, stderr }
  }
  test.each([
    ['line breaks between quotes', 'PAYSLIP_KEYS_OLD="first,\nsecond"'],
    ['an empty line between single ones', "PAYSLIP_KEYS_OLD='first,\n\nsecond'"],
    ['a backslash at its end', 'PAYSLIP_KEYS_OLD=first,\\\nsecond'],
    ['a backslash in it', 'PAYSLIP_KEYS_OLD=a\\b'],
    ['one quote', 'PAYSLIP_KEYS_OLD="'],
    ['two quoted parts', 'PAYSLIP_KEYS_OLD="first" "second"'],
  ])('a command is refused that would read a value otherwise than systemd: %s', (_name, lines) => {
    const { home, status, stderr } = migrateWith(lines)
    expect([status, stderr]).toEqual([
      1,
      `linjen: PAYSLIP_KEYS_OLD in ${home}/linjen.env has a backslash, or quotes that are not around all of it, which systemd reads otherwise\n`,
    ])
  })

  test.each(['export LOG_LEVEL=warn', 'log-level=warn', '2ND=warn', ' =warn'])(
    'a command is refused where a line has no name that systemd takes: %s',
    (line) => {
      const { home, status, stderr } = migrateWith(line)
      expect([status, stderr]).toEqual([
        1,
        `linjen: line 2 of ${home}/linjen.env has no name of a setting before =, and systemd passes it over\n`,
      ])
    },
  )

  test('a command that there is not is answered with those that there are', () => {
    const { scripts } = manifest
    for (const words of [[], ['main'], ['--help']]) {
      const { status, stderr } = spawnSync(join(root, 'packaging/systemd/linjen'), words, { encoding: 'utf8' })
      const [, list = ''] = /^linjen: (.+)\n$/.exec(stderr) ?? []
      expect([status, list.split(/, | or /).filter((name) => !(name in scripts))]).toEqual([2, []])
    }
  })

  test('a command of the documents is a file of its name, as which it runs in a container', () => {
    const pages = globSync('{README.md,docs/*.md}', { cwd: root }).map((page) => readFileSync(join(root, page), 'utf8'))
    const named = new Set([...pages.join('\n').matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name!))
    const commands = [...named].filter((name) => manifest.scripts[name]?.includes(' app/server/'))
    // `dev` runs the portal.
    const own = commands.filter((name) => name !== 'dev')
    expect(own).toEqual(expect.arrayContaining(['accounts', 'import', 'migrate', 'restore']))
    for (const name of own) {
      expect([name, manifest.scripts[name]?.split(' ').at(-1)]).toEqual([name, `app/server/${name}.ts`])
      expect([name, existsSync(join(root, `app/server/${name}.ts`))]).toEqual([name, true])
    }
    const guide = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    for (const within of ['docker compose --profile real exec portal-a', 'kubectl exec deploy/portal --'])
      expect(guide).toContain(`${within} node app/server/<command>.ts …`)
  })

  // Listening on 0.0.0.0, as on several machines, asks the kernel for the machine's addresses.
  test.skipIf(!has('/usr/bin/strace', 'the sockets that the unit allows'))(
    'it allows the kinds of sockets that listening takes, on one address or on all',
    () => {
      const allowed = /^RestrictAddressFamilies=(.+)$/m.exec(unit)?.[1]?.split(' ')
      const listens = `
        const app = (await import('fastify')).fastify()
        await app.listen({ port: 0, host: '0.0.0.0' })
        await app.close()`
      const trace = join(folder, 'sockets')
      const { status, stderr } = spawnSync(
        'strace',
        ['-f', '-e', 'trace=socket', '-o', trace, process.execPath, '--input-type=module', '--eval', listens],
        { encoding: 'utf8', cwd: root },
      )
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      const used = [...readFileSync(trace, 'utf8').matchAll(/socket\((AF_\w+)/g)].map(([, family]) => family)
      expect(used).toContain('AF_INET')
      expect(allowed).toEqual(expect.arrayContaining(used))
    },
  )

  test.skipIf(!has('/usr/bin/systemd-analyze', 'the unit in systemd'))(
    'systemd accepts it and finds little exposed',
    () => {
      const file = join(folder, 'linjen.service')
      // The program is installed elsewhere on this machine.
      writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      const verified = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
      expect({ status: verified.status, said: verified.stderr }).toEqual({ status: 0, said: '' })
      const [, exposure = '10'] =
        /exposure level for linjen\.service: ([\d.]+)/.exec(
          execFileSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' }),
        ) ?? []
      expect(Number(exposure)).toBeLessThanOrEqual(1.2)
    },
  )
})
