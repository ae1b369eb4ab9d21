import { demoEmployees } from '../../demo/people.ts'
import { readPortalConfig } from './config.ts'
import { growAsPortal } from './heap-growth.ts'
import { knownFailure } from './known-failure.ts'
import { start, type Running } from './start.ts'
import { goOnUnread } from './unread-output.ts'

goOnUnread()
growAsPortal()
const say = (line: string) => process.stdout.write(`${line}\n`)

function printAddress({ platform: { config, variants } }: Running, port: number): void {
  const scheme = config.publicUrl?.protocol ?? 'http:'
  const shown = config.publicUrl ? config.publicUrl.port : String(port)
  const address = (host: string) => `${scheme}//${host}${shown ? `:${shown}` : ''}`
  say(`\nLinjen är i gång: ${config.publicUrl?.origin ?? address('localhost')}`)
  if (!config.demo) return
  const company = (id: string) => variants.companies.get(id)?.name ?? id
  const own = [...variants.companies.keys()].map((id) => address(`${id}.localhost`)).join('  ')
  say(`Bolagens egna adresser: ${own}\n\nLogga in som någon av dessa, med lösenordet demo:`)
  for (const { userName, positions, company: id } of demoEmployees.filter(({ featured }) => featured)) {
    say(`  ${userName.padEnd(9)} ${positions.join(', ')}, ${company(id)}`)
  }
}

/** Warnings for the operator about variants without their own sign-in provider. */
function warnings({ platform: { config, variants } }: Running): string[] {
  const without = variants.all.filter(({ signIn }) => !signIn.authority)
  if (without.length === 0) return []
  if (config.embeddedSignIn) {
    return ['Demons inloggning är på. Alla lösenord är demo, även för anställda som läses in.']
  }
  return without.map(
    ({ name, hosts }) => `${name}/variant.json har ingen signIn.authority: ingen kan logga in på ${hosts.join(', ')}.`,
  )
}

let running: Running | null = null
let stopping = false

async function stop(): Promise<void> {
  // Nothing has been acknowledged yet, and unfinished work is rolled back or repeated at the next start. Without a signal
  // handler, a process that is the first in its container would not even end.
  if (!running) return process.exit(0)
  // A second signal: a person at the keyboard does not want to wait for load balancers.
  if (stopping) return running.hurry()
  stopping = true
  await running.close()
  process.exit(0)
}

try {
  // SIGHUP means that the terminal was closed. Node ends at this signal even if nohup ignores it.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop())
  const config = readPortalConfig(process.env)
  // Vite is loaded only for npm run dev.
  const page = process.argv.includes('--dev') ? await (await import('./vite-page.ts')).vitePage() : null
  running = await start(config, () => new Date(), page)
  for (const line of warnings(running)) process.stderr.write(`VARNING: ${line}\n`)
  await running.app.listen({ port: config.port, host: config.host })
  printAddress(running, (running.app.server.address() as { port: number }).port)
} catch (error) {
  // A portal that was stopped before it listened may end with an error.
  if (!stopping) {
    const line = knownFailure(error) ?? (error as Partial<Error>).stack ?? String(error)
    process.stderr.write(`${line}\n`)
    process.exit(1)
  }
}
