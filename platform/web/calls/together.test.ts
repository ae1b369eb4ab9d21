import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { together } from './together.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const teller = (schedule = together(100)) => {
  const told: string[] = []
  return { told, tell: (what: string) => schedule(() => told.push(what)) }
}

test('the first is told at once, and what follows soon is told together', () => {
  const { told, tell } = teller()
  tell('first')
  tell('with it')
  expect(told).toEqual([])
  vi.advanceTimersByTime(0)
  expect(told).toEqual(['first', 'with it'])
  tell('second')
  vi.advanceTimersByTime(60)
  tell('third')
  vi.advanceTimersByTime(39)
  expect(told).toEqual(['first', 'with it'])
  vi.advanceTimersByTime(1)
  expect(told).toEqual(['first', 'with it', 'second', 'third'])
})

test('after a pause the next is told at once again', () => {
  const { told, tell } = teller()
  tell('first')
  vi.advanceTimersByTime(0)
  vi.advanceTimersByTime(100)
  tell('second')
  vi.advanceTimersByTime(0)
  expect(told).toEqual(['first', 'second'])
})

test('what is told while telling is told next', () => {
  const schedule = together(100)
  const { told, tell } = teller(schedule)
  schedule(() => tell('inner'))
  vi.advanceTimersByTime(0)
  expect(told).toEqual([])
  vi.advanceTimersByTime(100)
  expect(told).toEqual(['inner'])
})

test('one that fails keeps nobody from being told', () => {
  const reported = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', reported)
  const schedule = together(100)
  const { told, tell } = teller(schedule)
  schedule(() => {
    throw new Error('broken')
  })
  tell('after it')
  vi.advanceTimersByTime(0)
  expect(told).toEqual(['after it'])
  expect(reported).toHaveBeenCalledOnce()
})
