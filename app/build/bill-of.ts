interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly scope: string
}

/** What `npm sbom` writes, as far as it is read here (CycloneDX). */
export interface Bill {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Parts {
  /** Every package, those of development among them. */
  readonly all: Bill
  readonly installed: Bill
  /** The packages, `name@version`, of which something is in a built file. What they need but nothing was taken of is not there. */
  readonly built: readonly string[]
  /** Names of packages that are installed besides, with what they need. */
  readonly named: readonly string[]
}

/** The bill of materials of an installation. Throws where a built file has something of a package that no lock file names. */
export function billOf({ all, installed, built, named }: Parts): Bill {
  const components = new Map(all.components.map((component) => [component['bom-ref'], component]))
  const unknown = built.filter((ref) => !components.has(ref))
  if (unknown.length > 0) throw new Error(`not in package-lock.json: ${unknown.join(', ')}`)
  const own = new Map(installed.components.map((component) => [component['bom-ref'], component]))
  const needs = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const besides = new Set(all.components.filter(({ name }) => named.includes(name)).map((each) => each['bom-ref']))
  for (const ref of besides) for (const next of needs.get(ref) ?? []) besides.add(next)
  const there = new Set([...own.keys(), ...built, ...besides])
  return {
    ...all,
    components: [...there]
      .toSorted()
      .flatMap((ref) => own.get(ref) ?? components.get(ref) ?? [])
      .map((component) => (own.has(component['bom-ref']) ? component : { ...component, scope: 'required' })),
    dependencies: all.dependencies
      // The portal itself is no component.
      .filter(({ ref }) => there.has(ref) || !components.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((next) => there.has(next)) })),
  }
}
