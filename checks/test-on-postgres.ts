// The API tests on a real PostgreSQL: the server's SQL must work there as on the embedded one.
import { connect } from 'node:net'
import { run, vitestOf } from './run.ts'

const usual = 'postgres://postgres@127.0.0.1:5432/postgres'

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const answer = (reached: boolean) => {
      socket.destroy()
      resolve(reached)
    }
    socket
      .setTimeout(2000, () => answer(false))
      .once('connect', () => answer(true))
      .once('error', () => answer(false))
  })
}

const server = process.env.TEST_DATABASE_URL ?? ((await answers(5432)) ? usual : null)
if (server) {
  // Tests with a test portal use this database; the others use none, or create their own.
  process.exitCode = await run('vitest', vitestOf('postgres', 'app/server/test-portal.ts'), {
    TEST_DATABASE_URL: server,
  })
} else {
  console.log(
    '\nSKIPPED: the API tests on PostgreSQL. None listens on 127.0.0.1:5432 and TEST_DATABASE_URL names no other.',
  )
}
