// One answer per employee, however many arrive at the same time and whenever the process is killed. With the real process.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effort, tried } from '../../../checks/effort.ts'
import { portalProcess, type Process } from '../../../app/server/test-process.ts'
import type { Filled } from '../contract/form.ts'
import { alreadySent, thanks } from '../rules.ts'
import { filledForm } from './answers-fixture.ts'
import { keyFolder } from './key-folder.ts'
import { allAnswers } from './survey-fixture.ts'

const senders = effort({ sample: 2, full: 50 })
const sendsOfEach = 100

interface Sender {
  readonly userName: string
  readonly token: string
  readonly body: Filled
}

let portal: Process
beforeAll(async () => {
  portal = await portalProcess()
}, 60_000)
afterAll(() => portal.remove())

/** Sends until there is a reply, as an employee does who got none. */
async function sendUntilAnswered({ token, body }: Sender): Promise<string> {
  for (;;) {
    const answer = await fetch(`${portal.origin}/api/undersokning/send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(
      async (reply) => ({ status: reply.status, result: ((await reply.json()) as { result: string }).result }),
      () => null,
    )
    // The process is not running, is overloaded, or could not read the body in time: try again.
    if (!answer || answer.status === 503 || answer.status === 408) {
      await wait(50)
      continue
    }
    expect(answer.status).toBe(200)
    return answer.result
  }
}

/** Opens the survey for any date, and returns the participants. */
async function prepared(): Promise<string[]> {
  const database = await portal.open()
  await sql`update surveys set opens = '2000-01-01', closes = '2999-12-31'`.execute(database.db)
  const { rows } = await sql<{ user_name: string }>`
    select user_name from employees where active group by user_name having count(*) = 1
    order by user_name limit ${senders}`.execute(database.db)
  await database.close()
  return rows.map((row) => row.user_name)
}

test(
  '100 sends at once by each employee leave one answer each, although the process is killed meanwhile and all are repeated',
  async (context) => {
    const names = await prepared()
    expect(names).toHaveLength(senders)
    await portal.start()
    const all: Sender[] = []
    for (const userName of names) {
      const token = await portal.signIn(userName)
      const status = await fetch(`${portal.origin}/api/undersokning/get`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const [{ contenttype }] = ((await status.json()) as { result: [{ contenttype: 'forare' | 'tjansteman' }] }).result
      all.push({ userName, token, body: filledForm(contenttype, `Av ${userName}.`) })
    }
    const answers: { userName: string; said: string }[] = []
    // Killed midway, when some sends have been answered and most have not: by the answer itself, since a timer may come after all of them.
    const midway = Promise.withResolvers<void>()
    const sending = Promise.all(
      Array.from({ length: sendsOfEach }, () => all)
        .flat()
        .map(async (sender) => {
          const said = await sendUntilAnswered(sender)
          if (answers.push({ userName: sender.userName, said }) === senders * 2)
            portal.kill().then(midway.resolve, midway.reject)
        }),
    )
    await midway.promise
    expect(answers.length).toBeLessThan(senders * sendsOfEach)
    await portal.start()
    await sending
    for (const { userName } of all) {
      const said = answers.filter((answer) => answer.userName === userName).map((answer) => answer.said)
      expect(said).toHaveLength(sendsOfEach)
      // The confirmation may have been lost with the process; it never comes twice.
      expect(said.filter((text) => text === thanks).length).toBeLessThanOrEqual(1)
      expect(said.filter((text) => text === alreadySent).length).toBeGreaterThanOrEqual(sendsOfEach - 1)
    }
    await portal.stop()
    const database = await portal.open()
    const left = await allAnswers(database.db, await keyFolder(database.db, portal.dataDir))
    const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from survey_participation`.execute(
      database.db,
    )
    await database.close()
    expect(left.map(({ answers: given }) => given['kunder5'] ?? '').toSorted()).toEqual(
      names.map((name) => `Av ${name}.`).toSorted(),
    )
    expect(counted[0]?.n).toBe(senders)
    tried(context, senders * sendsOfEach)
  },
  effort({ sample: 180_000, full: 600_000 }),
)
