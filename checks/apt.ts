import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs Debian packages if apt-get exists and this process is root, otherwise does nothing. If apt-get fails, only prints why. */
export function install(why: string, ...packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const apt = (...args: string[]) => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', args, { stdio: 'inherit', env })
  }
  console.log(`${why}: installing ${packages.join(', ')} from the system’s packages.`)
  try {
    apt('update')
    apt('install', '-y', '--no-install-recommends', ...packages)
  } catch (error) {
    console.error(`apt-get could not install: ${(error as Error).message.split('\n')[0]}`)
  }
}
