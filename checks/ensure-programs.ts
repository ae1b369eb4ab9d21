// In continuous integration: installs the programs that test packaging and the documents. Elsewhere the tests report what is missing.
import { existsSync } from 'node:fs'
import { install } from './apt.ts'

/** Debian packages, each with a file that it installs. */
const packages = {
  haproxy: '/usr/sbin/haproxy',
  nginx: '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  prometheus: '/usr/bin/promtool',
  'golang-go': '/usr/bin/go',
  'golang-github-masterminds-sprig-dev': '/usr/share/gocode/src/github.com/Masterminds/sprig',
}

const missing = Object.entries(packages).filter(([, file]) => !existsSync(file))
if (missing.length > 0) install('The tests of packaging need them', ...missing.map(([name]) => name))
