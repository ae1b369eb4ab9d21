// In continuous integration: installs the proxies of the documents, whose lines are then tried in them. Elsewhere their tests say what is missing.
import { spawnSync } from 'node:child_process'
import { install } from './apt.ts'

const proxies = ['haproxy', 'nginx', 'caddy']
const missing = proxies.filter((name) => spawnSync('which', [name]).status !== 0)
if (missing.length > 0) install('The proxies’ tests need them', ...missing)
