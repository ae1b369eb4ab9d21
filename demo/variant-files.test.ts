import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { VariantFile } from '#platform/contract/variant.ts'
import { demoCompanies } from './people.ts'

const variants = new URL('../variants/', import.meta.url)

function variant(name: string): VariantFile {
  return VariantFile.parse(JSON.parse(readFileSync(new URL(`${name}/variant.json`, variants), 'utf8')))
}

function decided(name: string) {
  const { hiddenFromMenu, switchedOff, vehicleList, scheduling } = variant(name)
  return { hiddenFromMenu, switchedOff, vehicleList, scheduling: scheduling !== null }
}

const names = ['local', 'dev', 'norr', 'vast', 'syd', 'ost']

describe('variant files', () => {
  it.each(names)('%s is valid and has a small logo', (name) => {
    expect(variant(name).signIn).toMatchObject({ authority: null, clientId: `linjen-${name}` })
    expect(statSync(new URL(`${name}/logo.svg`, variants)).size).toBeLessThan(1_500)
  })

  it('have their own hosts, and one of them answers all others', () => {
    const hosts = names.flatMap((name) => variant(name).hosts)
    expect(new Set(hosts).size).toBe(hosts.length)
    expect(names.filter((name) => variant(name).default)).toEqual(['local'])
    expect(new Set(names.map((name) => variant(name).colors.accent)).size).toBe(names.length)
  })

  it('let every company sign in on its own host and its staging host', () => {
    for (const company of demoCompanies) {
      expect(variant(company.id)).toMatchObject({
        company,
        title: company.name,
        hosts: [`${company.id}.localhost`, `staging-${company.id}.localhost`],
      })
    }
  })

  it('hide and add what each company has decided', () => {
    const everything = { hiddenFromMenu: [], switchedOff: [], vehicleList: true, scheduling: false }
    expect(decided('local')).toEqual(everything)
    expect(decided('dev')).toEqual(everything)
    expect(decided('norr')).toEqual(everything)
    expect(decided('vast')).toEqual({
      ...everything,
      hiddenFromMenu: ['nyavvikelse'],
      switchedOff: ['vehicleFaults'],
      scheduling: true,
    })
    expect(decided('syd')).toEqual({ ...everything, switchedOff: ['ecoDriving'], vehicleList: false })
    expect(decided('ost')).toEqual({
      ...everything,
      hiddenFromMenu: ['nyavvikelse'],
      switchedOff: ['insuranceFollowUp'],
    })
  })
})
