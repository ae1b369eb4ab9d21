import * as z from 'zod/mini'
import { type LinkAddresses, LinksOfVariant } from './links.ts'
import { subjectClaim } from './subject-claim.ts'
import { type ClockPeriod, defaultTimeZone } from './wall-clock.ts'

const color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0b5cab'))
const address = z.nullable(z.url({ protocol: /^https?$/ }))
const origin = z
  .string()
  .check(z.regex(/^https?:\/\/[a-z0-9.-]+(:\d+)?$/, 'must be an origin such as https://konto.example.se'))
const slug = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and hyphens'))

const phone = z.string().check(z.regex(/^\+?[0-9][0-9 -]{1,22}[0-9]$/, 'must be a phone number such as 08-465 004 00'))

/** The numbers in the crisis guides. Anyone who reaches the portal's host can read them, so they are numbers of functions, not of homes. */
const crisisNumbers = {
  trafficControl: z.optional(phone),
  /** Takes text messages too. */
  crisisGroup: z.optional(phone),
  ceo: z.optional(phone),
  deputyCeo: z.optional(phone),
  switchboard: z.optional(phone),
  /** Support for employees in a crisis: occupational health, HR. */
  support: z.optional(phone),
  press: z.optional(phone),
  workshop: z.optional(phone),
  /** The national radio's traffic desk. */
  radio: z.optional(phone),
  /** The trade association. */
  industry: z.optional(phone),
}

/** The personal details of an employee, by their names on the wire. */
export const personalFields = [
  'firstName',
  'lastName',
  'email',
  'address',
  'zipCode',
  'city',
  'phoneNumber',
  'relativeName',
  'relativeRelation',
  'relativePhone',
] as const
export type PersonalField = (typeof personalFields)[number]

/** `variants/<name>/variant.json`: everything that is specific to one company. Adding a company is adding a file. */
export const VariantFile = z.strictObject({
  /** Host names that this variant answers to, staging hosts included; in lower case, as browsers send them. */
  hosts: z.array(z.string().check(z.toLowerCase())).check(z.minLength(1)),
  /** Answers every host that no variant names. Exactly one variant is the default. */
  default: z._default(z.boolean(), false),
  title: z.string(),
  /** Shown below the app's icon on a phone, where there is room for about 12 letters; without it, the title. */
  shortTitle: z.optional(z.string().check(z.minLength(1), z.maxLength(12))),
  /** The only company whose employees may sign in; null on the group's own hosts, where those of every company may. */
  company: z.nullable(z.strictObject({ id: slug, name: z.string() })),
  /**
   * The company's colour, and a second one for its pattern and other ornaments. Without a second colour, one is made from the first. Their
   * readable tones are computed. The pattern itself is the file pattern.svg beside this one.
   */
  colors: z.strictObject({ accent: color, second: z.optional(color) }),
  signIn: z.strictObject({
    /** The provider's issuer address; null: the embedded provider of the demo. */
    authority: address,
    clientId: z.string(),
    /**
     * The provider's other origins, if its sign-in page, its tokens or its sign-out are elsewhere than the issuer. The page calls no
     * others.
     */
    origins: z._default(z.array(origin), []),
    /** Audience of the provider's access tokens for this API, if it issues any; they are then accepted too. */
    apiAudience: z._default(z.nullable(z.string()), null),
    /**
     * The claim of its tokens that identifies an employee: it never changes and is never given to another person. `oid` for
     * Entra ID, whose `sub` differs by application and cannot be known beforehand.
     */
    subjectClaim: z._default(subjectClaim, 'sub'),
    /** `iframe` needs a provider on the same site; elsewhere browsers block its cookies: use `refresh-token`. */
    renewal: z._default(z.enum(['iframe', 'refresh-token']), 'iframe'),
  }),
  timeZone: z._default(z.string(), defaultTimeZone),
  /** Pages that are not in the menu but still served. */
  hiddenFromMenu: z._default(z.array(z.string()), []),
  /** Features that do not exist here: no menu item, no page, no call. The areas' doors define which features there are. */
  switchedOff: z._default(z.array(z.string()), []),
  /** Vehicles are chosen from the list; false: typed as free text. */
  vehicleList: z._default(z.boolean(), true),
  /**
   * The details that employees change themselves; an import of people then does not overwrite them. Only the company changes the
   * rest, which is shown but cannot be edited.
   */
  employeeOwns: z._default(z.array(z.enum(personalFields)), [...personalFields]),
  /** 'Mina länkar' and 'Körorder'. */
  links: LinksOfVariant,
  /** Crisis management. An absent guide does not exist in this variant; an absent number is shown as missing. */
  crisis: z._default(
    z.strictObject({
      /**
       * Variants A and B of the checklists, each named by the variant whose folder `crisis/` contains it; null: those of
       * the default variant. With both, /krishantering is A and /krishanteringvh is B; with one, it is /krishantering.
       */
      guides: z.strictObject({ a: z.optional(z.nullable(slug)), b: z.optional(z.nullable(slug)) }),
      numbers: z._default(z.strictObject(crisisNumbers), {}),
    }),
    { guides: { a: null }, numbers: {} },
  ),
  /** Who helps with the portal itself, and on which number: shown on the page 'Hjälp'. */
  support: z._default(z.nullable(z.strictObject({ name: z.string(), phone })), null),
  /** Further contacts for the page 'Kontakter': functions, because everybody in the company sees them. */
  contacts: z._default(
    z.array(
      z.strictObject({
        name: z.string().check(z.minLength(1), z.maxLength(60)),
        helpsWith: z.string().check(z.maxLength(120)),
        phone: z.optional(phone),
        email: z.optional(z.email()),
      }),
    ),
    [],
  ),
  /** The address prefixes from which news may be fetched. The portal fetches news from no other address. */
  newsSources: z._default(z.array(z.url({ protocol: /^https?$/ })), []),
  /** The workshop's own system, which is sent each fault and later changes to it. Its secrets are a setting. Null: there is none. */
  workshopSystem: z._default(z.nullable(z.strictObject({ url: z.url({ protocol: /^https?$/ }) })), null),
  /** The scheduling system that reporting back opens; null: the portal's own report-back. */
  scheduling: z.nullable(z.strictObject({ baseUrl: z.url({ protocol: /^https?$/ }) })),
})

export type VariantFile = z.infer<typeof VariantFile>

/** The guides that a variant has, in their order. */
export const guidesOf = (guides: Readonly<Partial<Record<CrisisGuide, unknown>>>): readonly CrisisGuide[] =>
  (['a', 'b'] as const).filter((guide) => guides[guide] !== undefined)

/** The two families of crisis guides. */
export type CrisisGuide = 'a' | 'b'

/** A variant on the server. */
export interface Variant extends VariantFile {
  readonly name: string
}

export const shortTitleOf = ({ title, shortTitle }: Pick<VariantFile, 'title' | 'shortTitle'>): string =>
  shortTitle ?? title

/** What the page needs of its variant, written into index.html to save a request. */
export interface WebVariant {
  readonly name: string
  readonly title: string
  readonly companyName: string | null
  readonly signIn: {
    readonly authority: string
    readonly clientId: string
    readonly renewal: 'iframe' | 'refresh-token'
  }
  readonly timeZone: string
  /** The offset of its clocks when the page was served, and how long that offset applies. */
  readonly clock: ClockPeriod
  readonly hiddenFromMenu: readonly string[]
  readonly switchedOff: VariantFile['switchedOff']
  readonly vehicleList: boolean
  readonly links: LinkAddresses
  readonly hasSchedulingSystem: boolean
  readonly crisisGuides: readonly CrisisGuide[]
  /** The company whose checklists each guide has; null: those of the default variant. */
  readonly crisisGuidesOf: VariantFile['crisis']['guides']
  readonly support: VariantFile['support']
  /** The company's colours, from the variant file. */
  readonly colors: VariantFile['colors']
  /** Build version of the page, `YYYYMMDD.n`. */
  readonly version: string
}
