import { expect, test } from 'vitest'
import { billOf } from './bill-of.ts'
import { packagesIn } from './packages.ts'

const component = (ref: string, scope = 'optional') => ({
  'bom-ref': ref,
  name: ref.slice(0, ref.lastIndexOf('@')),
  scope,
})
const installed = {
  components: [component('fastify@5.0.0', 'required')],
  dependencies: [{ ref: 'linjen@1.0.0', dependsOn: ['fastify@5.0.0'] }],
}
const all = {
  components: [
    ...installed.components,
    ...['react@19.0.0', 'vite@8.0.0', '@fastify/otel@1.0.0', 'api@1.0.0', 'scheduler@1.0.0'].map((ref) =>
      component(ref),
    ),
  ],
  dependencies: [
    { ref: 'linjen@1.0.0', dependsOn: ['fastify@5.0.0', 'react@19.0.0', 'vite@8.0.0', '@fastify/otel@1.0.0'] },
    { ref: 'react@19.0.0', dependsOn: ['scheduler@1.0.0'] },
    { ref: '@fastify/otel@1.0.0', dependsOn: ['api@1.0.0'] },
    { ref: 'vite@8.0.0', dependsOn: [] },
  ],
}

test('the bill has what is installed, what is in built files, and what is named with all that it needs', () => {
  const bill = billOf({ all, installed, built: ['react@19.0.0'], named: ['@fastify/otel'] })
  expect(bill.components.map((each) => [each['bom-ref'], each.scope])).toEqual([
    ['@fastify/otel@1.0.0', 'required'],
    ['api@1.0.0', 'required'],
    ['fastify@5.0.0', 'required'],
    ['react@19.0.0', 'required'],
  ])
  expect(bill.dependencies).toEqual([
    { ref: 'linjen@1.0.0', dependsOn: ['fastify@5.0.0', 'react@19.0.0', '@fastify/otel@1.0.0'] },
    { ref: 'react@19.0.0', dependsOn: [] },
    { ref: '@fastify/otel@1.0.0', dependsOn: ['api@1.0.0'] },
  ])
})

test('what no lock file names is no bill', () => {
  expect(() => billOf({ all, installed, built: ['react@18.0.0'], named: [] })).toThrow('react@18.0.0')
})

test('packages are known by the paths of their modules', () => {
  const modules = ['kysely', 'pg'].map((name) => import.meta.resolve(name).replace('file://', ''))
  expect(packagesIn([...modules, ...modules, '/app/web/main.tsx', '\0rolldown/runtime.js'])).toEqual([
    expect.stringMatching(/^kysely@\d/),
    expect.stringMatching(/^pg@\d/),
  ])
})
