// A process that kills itself at the given step of sending or mixing, as kill -9 does. For kills.proof.test.ts.
import { argv, env, kill, pid } from 'node:process'
import type { KyselyPlugin } from 'kysely'
import { openEmbedded, openPostgres } from '#platform/server/db/open.ts'
import { filledForm } from './answers-fixture.ts'
import { keyFolder } from './key-folder.ts'
import { mixSealed } from './mix.ts'
import { saveAnswer } from './store.ts'

const [dataDir = '', what, step = '0', employeeId = '', words = ''] = argv.slice(2)
let taken = 0

/** Called before each step. */
function stepping(): void {
  if (taken++ === Number(step)) kill(pid, 'SIGKILL')
}

const everyStatement: KyselyPlugin = {
  transformQuery: ({ node }) => {
    stepping()
    return node
  },
  transformResult: async ({ result }) => result,
}

const opened = env.DATABASE_URL ? openPostgres(env.DATABASE_URL) : await openEmbedded(dataDir)
const folder = await keyFolder(opened.db, dataDir)
const db = opened.db.withPlugin(everyStatement)
const keys = {
  ...folder,
  create: async () => {
    stepping()
    const epoch = await folder.create()
    stepping()
    return epoch
  },
  destroy: async (epoch: string) => {
    stepping()
    await folder.destroy(epoch)
    stepping()
  },
}

if (what === 'send') {
  const answers = filledForm('forare', words)
  const given = { year: 2027, form: 'forare', company: 'norr', area: 'Umeå', answers, old: false } as const
  const saved = await saveAnswer(db, keys, employeeId, given)
  stepping()
  process.stdout.write(`${saved ? 'saved' : 'already'} ${taken}`)
} else {
  await mixSealed(db, keys, () => '2027-01-01')
  stepping()
  process.stdout.write(`mixed ${taken}`)
}
await opened.close()
