import { existsSync } from 'node:fs'
import { install } from './apt.ts'

const programs = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']

/** Whether WebKit can be driven here. Its browser needs a screen, and Xvfb is a virtual one. Installs both first if that is possible. */
export function ensureWebKit(): boolean {
  const isThere = () => programs.every((file) => existsSync(file))
  if (!isThere()) install('The journey in WebKit needs them', 'webkit2gtk-driver', 'xvfb')
  return isThere()
}
