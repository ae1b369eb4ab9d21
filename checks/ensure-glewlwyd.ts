// Before the proof with a sign-in provider that this project did not write: finds glewlwyd, or installs it if possible.
import { existsSync } from 'node:fs'
import { install } from './apt.ts'

const program = '/usr/bin/glewlwyd'

/** Whether glewlwyd (Debian, Ubuntu) is available. Installs it first if apt-get exists and this process is root. */
export function ensureGlewlwyd(): boolean {
  if (!existsSync(program)) install('glewlwyd is missing', 'glewlwyd')
  return existsSync(program)
}
