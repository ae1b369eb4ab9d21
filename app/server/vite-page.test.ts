import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test(
  'npm run dev serves the page from its sources, which know that they are not built',
  { timeout: 240_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linjen-dev-'))
    const { NODE_ENV: _own, DATABASE_URL: _other, ...environment } = process.env
    const portal = spawn(process.execPath, ['app/server/main.ts', '--dev'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: { ...environment, DATA_DIR: folder, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      let output = ''
      const origin = await new Promise<string>((resolve, reject) => {
        portal.once('exit', () => reject(new Error(output)))
        portal.stdout.setEncoding('utf8').on('data', (said: string) => {
          output += said
          const at = /Linjen är i gång: (\S+)/.exec(output)?.[1]
          if (at) resolve(at)
        })
      })
      const text = async (path: string) => (await fetch(origin + path)).text()
      expect(await text('/')).toContain('src="/main.tsx"')
      const boot = await text('/boot.ts')
      expect(boot).toContain('"DEV": true')
      expect(boot).toContain('"PROD": false')
    } finally {
      portal.removeAllListeners('exit')
      portal.kill('SIGTERM')
      if (portal.exitCode === null) await once(portal, 'exit')
      await rm(folder, { recursive: true })
    }
  },
)
