import { expect, test } from 'vitest'
import { actionsOn } from './rules.ts'

const open = { ended: false, ownerId: null, mergedInto: null }
const handler = { id: 'a', handles: true, marks: true }

test('who only sees a case may do nothing with it', () => {
  expect(actionsOn(open, { ...handler, handles: false, marks: false })).toEqual([])
  expect(actionsOn(open, { ...handler, handles: false })).toEqual(['mark'])
})

test('an owner need not take the case, an ended one is only answered, and a merged one only noted', () => {
  expect(actionsOn(open, handler)).toContain('take')
  expect(actionsOn({ ...open, ownerId: 'a' }, handler)).not.toContain('take')
  expect(actionsOn({ ...open, ended: true }, handler)).toEqual(['answer', 'note'])
  expect(actionsOn({ ...open, mergedInto: 7 }, handler)).toEqual(['note'])
})
