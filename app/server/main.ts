import { readConfig, WrongSetting } from '#platform/server/config.ts'
import { DataDirBusy } from '#platform/server/control.ts'
import { demoEmployees } from '../../demo/people.ts'
import { start, type Running } from './start.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function tellAddress({ platform: { config, variants } }: Running, port: number): void {
  const scheme = config.publicUrl?.protocol ?? 'http:'
  const shown = config.publicUrl ? config.publicUrl.port : String(port)
  const address = (host: string) => `${scheme}//${host}${shown ? `:${shown}` : ''}`
  say(`\nLinjen är igång: ${config.publicUrl?.origin ?? address('localhost')}`)
  if (!config.demo) return
  const company = (id: string) => variants.companies.get(id)?.name ?? id
  const own = [...variants.companies.keys()].map((id) => address(`${id}.localhost`)).join('  ')
  say(`Bolagens egna adresser: ${own}\n\nLogga in som någon av dessa, med lösenordet demo:`)
  for (const { userName, positions, company: id } of demoEmployees.filter(({ featured }) => featured)) {
    say(`  ${userName.padEnd(9)} ${positions.join(', ')}, ${company(id)}`)
  }
}

try {
  const config = readConfig(process.env)
  // npm run dev: Vite is not even loaded otherwise.
  const page = process.argv.includes('--dev') ? (await import('./vite-page.ts')).vitePage() : null
  const running = await start(config, () => new Date(), page)
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await running.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop()).on('SIGINT', () => void stop())
  await running.app.listen({ port: config.port, host: config.host })
  tellAddress(running, (running.app.server.address() as { port: number }).port)
} catch (error) {
  const known = error instanceof WrongSetting || error instanceof DataDirBusy
  const portTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
  const line = known
    ? error.message
    : portTaken
      ? 'Porten är upptagen. Välj en annan med PORT.'
      : String((error as Error).stack)
  process.stderr.write(`${line}\n`)
  process.exit(1)
}
