import { expect } from 'vitest'
import type { GivenAnswer } from './given-answer.ts'

const labels = ['year', 'form', 'company', 'area'] as const
const waysToAsk = Array.from({ length: 2 ** labels.length }, (_, mask) =>
  labels.filter((_label, bit) => mask & (1 << bit)),
)

/** Checks every total, and the difference between any two totals of which one includes the other. None may be one to four. */
export function expectNoFew(answers: readonly Omit<GivenAnswer, 'answers' | 'old'>[]): void {
  const totals = waysToAsk.flatMap((by) => [
    ...Map.groupBy(answers, (answer) => by.map((label) => `${label}=${answer[label]}`).join()).entries(),
  ])
  for (const [name, group] of totals) {
    if (group.length < 5) expect.fail(`${group.length} in ${name}`)
    const held = new Set(group)
    for (const [other, part] of totals) {
      const left = group.length - part.length
      if (left > 0 && left < 5 && part.every((answer) => held.has(answer))) {
        expect.fail(`${name} is ${left} more than ${other}`)
      }
    }
  }
}
