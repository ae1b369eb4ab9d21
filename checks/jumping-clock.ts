// Preloaded with NODE_OPTIONS=--import: at SIGUSR2 the clock of the process jumps by the milliseconds in the file that CLOCK_JUMP names.
import { readFileSync, rmSync } from 'node:fs'
import { moveDate } from './move-date.ts'

const { CLOCK_JUMP } = process.env
if (CLOCK_JUMP) {
  process.on('SIGUSR2', () => {
    moveDate(Number(readFileSync(CLOCK_JUMP, 'utf8')))
    rmSync(CLOCK_JUMP)
  })
}
