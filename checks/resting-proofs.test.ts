import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { restingProofs, SHARES } from './resting-proofs.ts'
import { turnOfCommit } from './turns.ts'

it('each rests at three commits in four, and none in a run that is not sampled', () => {
  const resting = ['0', '1', '2', '3'].map((sample) => restingProofs(sample))
  const all = new Set(resting.flat())
  for (const file of all) {
    expect([file, existsSync(file)]).toEqual([file, true])
    expect([file, resting.filter((files) => files.includes(file)).length]).toEqual([file, 3])
  }
  expect(restingProofs(undefined)).toEqual(process.env.PROOFS_SAMPLED === undefined ? [] : restingProofs())
  expect(['0', '1', '2', '3']).toContain(turnOfCommit(SHARES))
})
