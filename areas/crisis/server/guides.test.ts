// The order of steps that saves lives, checked in every guide: rescue, warn, call 112, and only then inform others.
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadVariants } from '#platform/server/variants.ts'
import { companyNumbers, type Part, type Step } from '../contract.ts'
import { type ChecklistName, listsOf } from '../rules.ts'
import { dialled } from '#core/people/web/telephone.ts'
import { callLabels, numberOf } from '../web/numbers.ts'
import { readContent } from './content.ts'

interface Named {
  readonly where: string
  readonly checklist: ChecklistName
  readonly list: string
  readonly parts: readonly Part[]
  readonly steps: readonly Step[]
}

const variants = await loadVariants(fileURLToPath(new URL('../../../variants', import.meta.url)))
const contents = await Promise.all(
  variants.all.map(async (variant) => ({ variant, content: await readContent(variants, variant) })),
)
const all: Named[] = contents.flatMap(({ variant, content }) =>
  Object.values(content.guides).flatMap((guide) =>
    Object.entries(guide ?? {}).flatMap(([name, checklist]) =>
      listsOf(checklist).map(({ name: list, parts }) => ({
        where: `${variant.name}/${name} ${list}`,
        checklist: name as ChecklistName,
        list,
        parts: parts.map(({ part }) => part),
        steps: parts.flatMap(({ part }) => part.steps),
      })),
    ),
  ),
)
const drivers = all.filter(({ checklist }) => checklist === 'accident' || checklist === 'driver')
const threats = drivers.filter(({ list }) => list === 'Hot eller våld')
const accidents = drivers.filter(({ list }) => list !== 'Hot eller våld')

const wordsOf = ({ do: what, more = '' }: Step) => `${what} ${more}`
const firstOf = ({ steps }: Named, is: (step: Step) => boolean) => steps.findIndex(is)
const says =
  (...words: readonly RegExp[]) =>
  (step: Step) =>
    words.every((one) => one.test(wordsOf(step)))

test('every guide is read', () => {
  expect(new Set(all.map(({ checklist }) => checklist)).size).toBe(6)
  expect(accidents.length).toBeGreaterThan(6)
})

describe.each(accidents.map((list) => [list.where, list] as const))('%s', (_where, list) => {
  test('everybody is out of a burning bus before anything else is done', () => {
    const out = firstOf(list, says(/brinner, ryker eller läcker/i, /luktar det gas/, /ut med alla direkt/))
    expect(out).toBe(1)
    expect(list.steps[0]?.do).toMatch(/^Stanna genast/)
    expect(list.steps[0]?.call).toBeUndefined()
    // A step about fire must never say 'stay'.
    expect(wordsOf(list.steps[out]!)).not.toMatch(/stanna kvar|sitta kvar/i)
    for (const step of list.steps.filter(says(/sitta kvar/))) expect(step.do).toMatch(/^Ingen eld, rök eller läcka:/)
  })

  test('a bus on a railway leaves it, or everybody leaves the bus, before anything else', () => {
    expect(list.steps[0]?.more).toMatch(
      /^Stå aldrig på ett järnvägsspår: kör av, också genom bommen\. Går det inte: ut med alla, .* ring 112/,
    )
  })

  test('an animal on the road is reported to 112 before traffic control is called', () => {
    const animal = firstOf(list, says(/kört på vilt/))
    if (animal < 0) return
    expect(list.steps[animal]?.call).toContain('112')
    expect(animal).toBeLessThan(firstOf(list, ({ do: what }) => what.startsWith('Ring trafikledningen')))
  })

  test('nobody is sent onto the road before the vest is on', () => {
    const onTheRoad = firstOf(list, says(/triangel|viltremsa|fotografera|räcket/i))
    const vest = firstOf(list, says(/reflexväst/i))
    expect(vest).toBeGreaterThanOrEqual(0)
    expect(vest).toBeLessThanOrEqual(onTheRoad)
  })

  test('a bus that may be unsafe is driven nowhere', () => {
    const unsafe = /bromsar, styrning, dörrar eller däck/
    expect(list.steps.some(says(unsafe))).toBe(true)
    for (const step of list.steps.filter(says(/(?<!inte )kör vidare|flytta (den|det|bussen|fordonet) direkt/i))) {
      expect(wordsOf(step)).toMatch(unsafe)
    }
  })
})

describe.each(accidents.filter(({ list }) => list !== 'Ingen är skadad').map((list) => [list.where, list] as const))(
  'with somebody hurt: %s',
  (_where, list) => {
    test('contains the facts that save lives', () => {
      const call = list.steps[firstOf(list, ({ call: who }) => who?.includes('112') ?? false)]!
      expect(wordsOf(call)).toMatch(/el, gas eller diesel/)
      const out = list.steps[1]!
      expect(wordsOf(out)).toMatch(/minst \d+ meter, minst \d+ meter om \S+ går på el eller gas/)
      expect(wordsOf(out)).toMatch(/dit röken inte blåser/)
      expect(wordsOf(out)).toMatch(/Ingen går tillbaka in/)
      // If the emergency stop is pressed first, it may cut the power to the doors.
      expect(wordsOf(out)).toMatch(/Öppna alla dörrar, tryck sedan på nödstoppet/)
      const aid = [/tryck hårt/, /30 tryck, 2 inblåsningar/, /Barn: börja med 5/, /hjärtstartare/, /stabilt sidoläge/]
      expect(list.steps.some(says(...aid))).toBe(true)
    })

    test('a fire is reason enough to call 112, with or without anybody hurt', () => {
      const call = list.steps[firstOf(list, ({ call: who }) => who?.includes('112') ?? false)]!
      if (/ om /.test(call.do)) expect(call.do).toMatch(/om det brinner/)
    })

    test('a person caught under the bus or in a door is not run over again', () => {
      const stuck = firstOf(list, says(/fastklämd/, /flytta inte/, /inte niga/))
      expect(stuck).toBeGreaterThan(0)
      expect(stuck).toBeLessThan(firstOf(list, says(/första hjälpen/)))
    })

    test('a fire is fought only after everybody is out, 112 has been called and the injured have been helped', () => {
      const fight = firstOf(list, ({ do: what }) => what.startsWith('Släck'))
      expect(wordsOf(list.steps[fight]!)).toMatch(/liten brand.*alla är ute och 112 är larmat.*osäker: låt bli/)
      expect(fight).toBeGreaterThan(firstOf(list, says(/första hjälpen/)))
    })

    test('goes 112, triangle, first aid, traffic control, passengers, press', () => {
      const order = [
        /^Ring 112/,
        /varningstriangel/,
        /första hjälpen/,
        /^Ring trafikledningen/,
        /^Informera passagerarna/,
        /pressen/,
      ]
      const at = order.map((words) => list.steps.findIndex((step) => words.test(step.do)))
      expect(at).toEqual([...at].sort((a, b) => a - b))
      expect(at[0]).toBeGreaterThan(0)
    })

    test('a person who is bleeding or not breathing comes before the triangle', () => {
      const [first] = list.parts
      const triangle = first?.steps.find(({ do: what }) => /varningstriangel/.test(what))
      const step = Number(/andas inte: gör steg (\d+) först/.exec(triangle?.more ?? '')?.[1])
      expect(first?.steps[step - 1]?.do).toMatch(/första hjälpen/)
    })

    test('ends with somebody to talk to and with the report', () => {
      const called = list.steps.flatMap(({ call = [] }) => call)
      expect(called).toEqual(expect.arrayContaining(['manager', 'support', 'trafficControl']))
      expect(list.steps.at(-1)?.report).toBe('fordonsskada')
    })
  },
)

test.each(threats.map((list) => [list.where, list] as const))('threat: %s', (_where, list) => {
  expect(list.steps[0]?.do).toMatch(/Håll avstånd/)
  expect(list.steps[0]?.more).toBe('Lämna det den som hotar vill ha. Tala lugnt, säg så lite du kan. Gå inte emellan.')
  const order = [
    /^Är hotet inne i .*: stanna och öppna dörrarna/,
    /om det går utan fara/,
    /^Ring 112 så fort du är i trygghet/,
    /^Följ inte efter/,
    /^Ring trafikledningen/,
  ]
  const at = order.map((words) => list.steps.findIndex((step) => words.test(step.do)))
  expect(at[0]).toBeGreaterThan(0)
  expect(at).toEqual([...at].sort((a, b) => a - b))
  // Doors are opened if the threat is inside, never if it is outside.
  expect(list.steps[at[0]!]?.more).toMatch(/hotet utifrån: håll dörrarna stängda/)
  for (const words of [/signalement|klädsel/, /skyddsombudet/, /Arbetsmiljöverket/, /kamerabilderna/, /blir avlöst/]) {
    expect(list.steps.some(says(words))).toBe(true)
  }
  expect(list.steps.flatMap(({ call = [] }) => call)).toEqual(expect.arrayContaining(['manager', 'support']))
  expect(list.steps.at(-1)?.report).toBe('hot-och-vald')
})

test('a threatened driver has a list in both variants, on every host', () => {
  const hosts = contents.flatMap(({ variant, content }) =>
    Object.keys(content.guides).map((one) => `${variant.name} ${one}`),
  )
  expect(
    threats.map(({ where, checklist }) => `${where.split('/')[0]} ${checklist === 'driver' ? 'b' : 'a'}`).sort(),
  ).toEqual(hosts.sort())
})

test.each(all.map((list) => [list.where, list] as const))('112 is called before anybody else: %s', (_where, list) => {
  const isTold = ({ do: what, call = [], sms = [] }: Step) =>
    sms.length > 0 ||
    call.some((who) => !['112', '11414'].includes(who)) ||
    /^(Informera|Kalla|Ring (?!112))/.test(what)
  const told = firstOf(list, isTold)
  const emergency = firstOf(
    list,
    (step) => (step.call?.includes('112') ?? false) || /112 larmat\?/.test(step.more ?? ''),
  )
  if (told < 0 || list.list === 'Du som åker till platsen' || list.checklist === 'communications') return
  expect(emergency).toBeGreaterThanOrEqual(0)
  expect(emergency).toBeLessThanOrEqual(told)
})

test('anybody sent to the scene wears a vest', () => {
  for (const { steps, where } of all) {
    for (const step of steps.filter(({ do: what }) => /^Skicka .*till platsen/.test(what))) {
      const outside = all.find(
        (one) => one.where.startsWith(where.split(' ')[0]!) && one.list === 'Du som åker till platsen',
      )
      expect(`${wordsOf(step)} ${outside?.parts[0]?.lead ?? ''}`).toMatch(/reflexväst/)
    }
  }
})

test('every number dials', () => {
  for (const { content } of contents) {
    for (const [key, number] of Object.entries(content.numbers)) {
      expect(companyNumbers).toContain(key)
      expect(dialled(number)).toMatch(/^(0[1-9]\d{6,9}|\+46[1-9]\d{6,9})$/)
      // Grouped in pairs from the end, as Swedish numbers are read aloud.
      expect(number).toMatch(/^0\d{1,3}-\d{2,3}( \d{2,3})?( \d\d)*$/)
    }
  }
  for (const { where, steps } of all) {
    const { content } = contents.find(({ variant }) => where.startsWith(`${variant.name}/`))!
    for (const who of steps.flatMap(({ call = [], sms = [] }) => [...call, ...sms])) {
      if (who === 'manager') continue
      expect([where, who, numberOf(who, content.numbers)]).toEqual([where, who, expect.stringMatching(/^[\d -]+$/)])
      expect(callLabels[who]).toMatch(/^Ring /)
    }
  }
})

test('says whose it is and when it was reviewed', () => {
  for (const { variant, content } of contents) {
    for (const guide of Object.values(content.guides)) {
      for (const { reviewed } of Object.values(guide ?? {})) {
        expect(reviewed?.by).toBeTruthy()
        if (variant.company) expect(reviewed?.companies).toContain(variant.company.name)
      }
    }
  }
})
