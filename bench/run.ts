// Started without V8's memory reducer: this process waits while the clients measure, and would collect its garbage meanwhile, for a quarter of
// a second on all cores.
// npm run bench -- [--rounds 7] [--only page|server|days|lists|cases|search|shift|import], or several of them with commas
import { parseArgs } from 'node:util'
import { writeSection } from '../checks/sections.ts'
import { busyBefore, machine } from './machine.ts'
import { measurePage } from './page/measure.ts'
import { asMarkdown, asText, isWithin, type Line } from './results.ts'
import { measureServer, serverParts, serverSections } from './server/measure.ts'
import { Undo } from './undo.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, only: { type: 'string' } },
})
const rounds = Number(options.rounds)
const only = options.only?.split(',')
const say = (line: string) => void process.stdout.write(`${line}\n`)
interface Section {
  readonly title: string
  readonly lines: Line[]
  readonly notes: readonly string[]
}
const choices = ['page', 'server', ...serverParts]
if (!Number.isInteger(rounds) || rounds < 1 || only?.some((part) => !choices.includes(part))) {
  say(`npm run bench -- [--rounds number] [--only ${choices.join('|')},…]`)
  process.exit(1)
}

const postgres = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const busy = busyBefore()
if (busy) say(busy)
const undo = new Undo()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void undo.all().then(() => process.exit(1)))

try {
  const sections: (Section & { readonly isWhole: boolean })[] = []
  if (!only || only.includes('page')) {
    sections.push({ title: 'The page', isWhole: true, ...(await measurePage({ rounds, log: say }, undo)) })
    await undo.all()
  }
  for (const [title, parts] of Object.entries(serverSections)) {
    const chosen = parts.filter((part) => !only || only.includes('server') || only.includes(part))
    if (chosen.length === 0) continue
    const lines = await measureServer({ rounds, postgres, log: say }, undo, chosen)
    // A part of a section must not replace the figures of the whole section.
    sections.push({ title, lines, notes: [], isWhole: chosen.length === parts.length })
  }
  for (const { title, lines, notes } of sections) say(['', title, asText(lines), ...notes].join('\n'))
  const over = sections.flatMap(({ lines }) => lines).filter((line) => !isWithin(line))
  say(over.length ? `\n${over.length} over the limit.` : '\nAll within their limits.')
  for (const section of sections) if (section.isWhole) await write(section)
} catch (error) {
  process.stderr.write(`The run failed: ${String((error as Error).stack)}\n`)
  process.exitCode = 1
} finally {
  await undo.all()
}

async function write({ title, lines, notes }: Section): Promise<void> {
  const head = [
    '# What Linjen costs',
    'Written by `npm run bench`, each section when it was last measured.',
    'Medians of rounds in which the portal and its floor take turns: for the page the simplest one that shows as much, for the server the same statement without the portal. The ratio is the median of the rounds’ ratios, the spread their lowest and highest. The server’s figures are processor time per answer: against the bare route that of the process itself, of much data against little with the database’s.',
  ]
  // An import is measured once, whatever the number of rounds.
  const taken = title === 'Import' ? 1 : rounds
  const how = `${await machine(postgres)} Rounds: ${taken}.${busy ? ` ${busy}` : ''}`
  const body = [how, asMarkdown(lines), ...notes].join('\n\n')
  writeSection(new URL('results.md', import.meta.url), `${head.join('\n\n')}\n`, title, body)
}
