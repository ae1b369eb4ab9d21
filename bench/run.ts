// npm run bench -- [--rounds 5] [--only page|server|days|lists|search]
import { parseArgs } from 'node:util'
import { writeSection } from '../checks/sections.ts'
import { busyBefore, machine } from './machine.ts'
import { measurePage } from './page/measure.ts'
import { asMarkdown, asText, isWithin, type Line } from './results.ts'
import { measureServer, serverParts } from './server/measure.ts'
import { Undo } from './undo.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string' } },
})
const rounds = Number(options.rounds)
const only = options.only
const say = (line: string) => void process.stdout.write(`${line}\n`)
const choices = ['page', 'server', ...serverParts]
if (!Number.isInteger(rounds) || rounds < 1 || (only !== undefined && !choices.includes(only))) {
  say(`npm run bench -- [--rounds number] [--only ${choices.join('|')}]`)
  process.exit(1)
}

const postgres = process.env.BENCH_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const busy = busyBefore()
if (busy) say(busy)
const undo = new Undo()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void undo.all().then(() => process.exit(1)))

try {
  const sections: { title: string; lines: Line[]; notes: readonly string[] }[] = []
  if (!only || only === 'page') {
    sections.push({ title: 'The page', ...(await measurePage({ rounds, tell: say }, undo)) })
    await undo.all()
  }
  if (only !== 'page') {
    const chosen = serverParts.filter((part) => !only || only === 'server' || only === part)
    const lines = await measureServer({ rounds, postgres, tell: say }, undo, chosen)
    sections.push({ title: 'The server', lines, notes: [] })
  }
  for (const { title, lines, notes } of sections) say(['', title, asText(lines), ...notes].join('\n'))
  const over = sections.flatMap(({ lines }) => lines).filter((line) => !isWithin(line))
  say(over.length ? `\n${over.length} over the limit.` : '\nAll within their limits.')
  // A part of the server's figures alone would stand for all of them.
  if (!only || only === 'page' || only === 'server') for (const section of sections) await write(section)
} catch (error) {
  process.stderr.write(`The run failed: ${String((error as Error).stack)}\n`)
  process.exitCode = 1
} finally {
  await undo.all()
}

async function write({
  title,
  lines,
  notes,
}: {
  title: string
  lines: Line[]
  notes: readonly string[]
}): Promise<void> {
  const head = [
    '# What Linjen costs',
    'Written by `npm run bench`, each section when it was last measured.',
    'Medians of rounds in which the portal and its floor take turns: for the page the simplest one that shows as much, for the server the same statement without the portal. The ratio is the median of the rounds’ ratios.',
  ]
  const how = `${await machine(postgres)} Rounds: ${rounds}.${busy ? ` ${busy}` : ''}`
  const body = [how, asMarkdown(lines), ...notes].join('\n\n')
  writeSection(new URL('results.md', import.meta.url), `${head.join('\n\n')}\n`, title, body)
}
