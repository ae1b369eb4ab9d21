interface Component {
  readonly 'bom-ref': string
  readonly name: string
  readonly scope: string
}

/** The part of `npm sbom`'s output (CycloneDX) that is read here. */
export interface Bill {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

interface Parts {
  /** Every package, including those for development. */
  readonly all: Bill
  readonly installed: Bill
  /**
   * The packages, `name@version`, whose code is in a built file. Packages that these need but that left no code there are not
   * listed.
   */
  readonly built: readonly string[]
  /** Names of packages that are installed in addition, with what they need. */
  readonly named: readonly string[]
}

/** The bill of materials of an installation. Throws if a built file has code of a package that is not in package-lock.json. */
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
      // Keeps the entry of the portal itself, which is not a component.
      .filter(({ ref }) => there.has(ref) || !components.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((next) => there.has(next)) })),
  }
}
