import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Claim, passes } from '#platform/contract/claims.ts'
import { featureFlags, linkFlags } from '#platform/contract/flags.ts'
import { linkAddresses, LinksOfVariant } from '#platform/contract/links.ts'
import { VariantFile } from '#platform/contract/variant.ts'
import { demoEmployees } from '../../../demo/people.ts'
import { linksOf } from './index.ts'

const variants = new URL('../../../variants/', import.meta.url)

function linksIn(name: string) {
  const { links } = VariantFile.parse(JSON.parse(readFileSync(new URL(`${name}/variant.json`, variants), 'utf8')))
  return linksOf({ links: linkAddresses(links) })
}

const seenIn = (name: string, claims: readonly Claim[]) =>
  linksIn(name)
    .filter(({ gate }) => passes(gate, claims, []))
    .map(({ label }) => label)

const flagged = (types: readonly string[]) => types.map((type) => ({ type, value: 'true' }))
const forAll = ['Utbildningsportalen', 'Visselblåsning', 'Certifiering']
const byFlag = {
  LinkTimereportEnabled: 'Tidrapport',
  LinkForartavlanEnabled: 'Förartavlan',
  LinkPolicyRutinerEnabled: 'Policy & Rutiner',
  LinkBusskartsEnabled: 'Busskartor',
  LinkWebidhaEnabled: 'Bokning',
  LinkLedigaTjansterEnabled: 'Lediga tjänster',
}
const inOrder = [
  'Tidrapport',
  'Förartavlan',
  'Policy & Rutiner',
  'Busskartor',
  'Utbildningsportalen',
  'Bokning',
  'Lediga tjänster',
  'Visselblåsning',
  'Certifiering',
]
const workshop = { type: 'IntraSecondaryCompany', value: 'Linjen Verkstad' }

describe.each(['local', 'dev', 'norr', 'vast', 'syd', 'ost'])('the links in %s', (name) => {
  it('each follow their own flag, with BlacklistEnabled or without', () => {
    // The office uses the label of the link itself.
    expect(byFlag).toEqual(linkFlags)
    expect(seenIn(name, [])).toEqual(forAll)
    for (const [flag, label] of Object.entries(byFlag)) {
      const expected = inOrder.filter((one) => one === label || forAll.includes(one))
      expect(seenIn(name, flagged([flag]))).toEqual(expected)
      expect(seenIn(name, flagged([flag, 'BlacklistEnabled']))).toEqual(expected)
    }
    expect(seenIn(name, flagged(Object.keys(linkFlags)))).toEqual(inOrder)
    expect(seenIn(name, flagged([...Object.keys(featureFlags), 'BlacklistEnabled']))).toEqual(forAll)
  })

  it('show the workshop’s documents in Öst only, and only to employees whose claim names the workshop', () => {
    expect(seenIn(name, [workshop])).toEqual(name === 'ost' ? [...forAll, 'Verkstadsdokument'] : forAll)
    expect(seenIn(name, [{ ...workshop, value: 'Linjen Städ' }])).toEqual(forAll)
    expect(seenIn(name, [{ ...workshop, type: 'IntraCompanyArea' }])).toEqual(forAll)
  })
})

it('the demo’s employees see the links of their claims', () => {
  const seen = (userName: string, name: string) =>
    seenIn(name, demoEmployees.find((employee) => employee.userName === userName)?.claims ?? [])
  expect(seen('anna', 'norr')).toEqual(inOrder)
  expect(seen('bertil', 'norr')).toEqual(forAll)
  expect(seen('farid', 'ost')).toEqual([...inOrder, 'Verkstadsdokument'])
  expect(seen('jonas', 'ost')).toEqual(inOrder)
})

describe('addresses', () => {
  const of = (links: object) =>
    Object.fromEntries(
      linksOf({ links: linkAddresses(LinksOfVariant.parse(links)) }).map((one) => [one.label, one.href]),
    )

  it('are the documents base address and a path, or a full address', () => {
    const expected = {
      Tidrapport: 'https://dok.example/norr/Client/Tidrapport/',
      Busskartor: 'https://kartor.example/',
    }
    const rest = { timeReport: 'Client/Tidrapport/', busMaps: 'https://kartor.example/' }
    expect(of({ documents: 'https://dok.example/norr/', ...rest })).toEqual(expected)
    expect(of({ documents: 'https://dok.example/norr', ...rest })).toEqual(expected)
    expect(of({})).toEqual({})
  })

  it.each([
    ['a path without a base', { timeReport: 'Client/Tidrapport/' }],
    ['the workshop’s path without a base', { workshopDocuments: { to: 'Client/', secondaryCompany: 'Verkstad' } }],
    ['a script', { documents: 'https://dok.example/', timeReport: 'javascript:alert(1)' }],
    ['a way out', { documents: 'https://dok.example/norr/', timeReport: '../syd/' }],
    ['another host', { documents: 'https://dok.example/', timeReport: '//evil.example/' }],
    ['a base with a query', { documents: 'https://dok.example/?a=', timeReport: 'Client/' }],
    ['a training portal by path', { documents: 'https://dok.example/', trainingPortal: 'Client/' }],
  ])('refuse %s', (_what, links) => {
    expect(LinksOfVariant.safeParse(links).success).toBe(false)
  })
})
