// Before the proof with a sign-in provider that this project did not write: finds glewlwyd, or installs it if possible.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const program = '/usr/bin/glewlwyd'

/** Whether glewlwyd (Debian, Ubuntu) is available; installs it if apt-get and root are. */
export function ensureGlewlwyd(): boolean {
  if (existsSync(program)) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  const apt = (...args: string[]) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', args, { stdio: 'inherit', env })
  }
  console.log('glewlwyd is missing: installing it from the system’s packages.')
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'glewlwyd')
  } catch (error) {
    console.error(`apt-get could not install it: ${(error as Error).message.split('\n')[0]}`)
  }
  return existsSync(program)
}
