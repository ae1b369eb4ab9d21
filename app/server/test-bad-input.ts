// Input that people, old apps and attackers may send, generated from a call's own contract.
import fc, { type Arbitrary } from 'fast-check'

/** The part of JSON Schema that the contracts use. */
export interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
}

export interface Body {
  readonly type: string
  readonly payload: string | Buffer
}

/** Text that JSON.stringify would not produce, or not in reasonable time. It is inserted as it is. */
class Raw {
  readonly json: string
  constructor(json: string) {
    this.json = json
  }
}

const strings = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\u0000',
      'a\u0000b',
      '\ud800',
      'x\udfff\ud800',
      '\ufeff',
      '\u202e',
      '😀'.repeat(600),
      'null',
      "'; drop table employees; --",
      '%00',
      '../../etc/passwd',
      '<script>alert(1)</script>',
      '2026-02-30',
      '2026-11-21',
      '9999-12-31',
      '0000-00-00',
      '2026-11-21T25:61:61',
      '2026-11-21T08:00:00',
      '2026-11-20T23:00:00.000Z',
      '+275760-09-13',
      '1e309',
      '-0',
      '١٢٣',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(10_000, 900_000).map((length) => 'x'.repeat(length)) },
)

const numbers = (ids: readonly number[]) =>
  fc.oneof(
    fc.constantFrom(...ids, 0),
    fc.integer({ min: 1, max: 3000 }),
    fc.constantFrom(-1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 1e308, Number.MIN_VALUE),
    fc.constantFrom('1e400', '-1e400', '123456789012345678901234567890').map((asJson) => new Raw(asJson)),
  )

const deep = fc
  .tuple(fc.constantFrom(['[', ']'], ['{"a":', '}']), fc.constantFrom(50, 5000, 100_000))
  .map(([[open, close], depth]) => new Raw(`${open?.repeat(depth)}1${close?.repeat(depth)}`))

function anything(ids: readonly number[]): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: strings },
    { weight: 4, arbitrary: numbers(ids) },
    { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], { id: 1 }) },
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: deep },
  )
}

/** Values of the type that the contract requires. The contract may still refuse them. */
function ofKind(schema: JsonSchema, ids: readonly number[]): Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => ofKind(each, ids)))
  if (schema.type === 'string') return strings
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return numbers(ids)
  if (schema.type === 'array') return fc.array(ofKind(schema.items ?? {}, ids), { maxLength: 5 })
  if (schema.type === 'object') return objectOf(schema, ids)
  return anything(ids)
}

function objectOf({ properties = {} }: JsonSchema, ids: readonly number[]): Arbitrary<unknown> {
  const known = Object.entries(properties).map(([name, schema]) =>
    fc
      .oneof(
        { weight: 8, arbitrary: ofKind(schema, ids) },
        { weight: 2, arbitrary: anything(ids) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      )
      .map((value) => [name, value] as const),
  )
  const name = fc.oneof(strings, fc.constantFrom('id', 'employeeId', 'company', '__proto__', 'constructor', 'toString'))
  const unknown = fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(fc.tuple(name, anything(ids)), { minLength: 1, maxLength: 3 }) },
  )
  return fc.tuple(fc.tuple(...known), unknown).map(
    ([own, more]) =>
      new Raw(
        `{${[...own, ...more]
          .filter(([, value]) => value !== undefined)
          .map(member)
          .join(',')}}`,
      ),
  )
}

const member = ([name, value]: readonly [string, unknown]) => `${JSON.stringify(name)}:${written(value)}`

function written(value: unknown): string {
  if (value instanceof Raw) return value.json
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`
  return JSON.stringify(value)
}

const asJson = (value: unknown): Body => ({ type: 'application/json', payload: written(value) })

/**
 * A request's body: mostly of the contract's shape with wrong values, sometimes of another shape, or not JSON at all.
 */
export function anyBody(schema: JsonSchema, ids: readonly number[]): Arbitrary<Body> {
  return fc.oneof(
    { weight: 16, arbitrary: objectOf(schema, ids).map(asJson) },
    { weight: 2, arbitrary: anything(ids).map(asJson) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 200 })
        .map((bytes) => ({ type: 'application/json', payload: Buffer.from(bytes) })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'application/xml',
          'x',
        )
        .map((type) => ({ type, payload: '{"a":1}' })),
    },
  )
}

/** Values of a parameter in an address: none, one or several. */
export function anyParameter(name: string, ids: readonly number[]): Arbitrary<string[]> {
  const likely = /date|datum/i.test(name)
    ? fc
        .tuple(fc.date({ noInvalidDate: true }), fc.constantFrom(10, 19, 24))
        .map(([date, length]) => date.toISOString().slice(0, length))
    : fc.oneof(fc.integer({ min: -1, max: 3000 }), fc.constantFrom(...ids, 1)).map(String)
  const raw = fc.constantFrom(
    '%00',
    '%ED%A0%80',
    '%',
    '%E0%A4%A',
    '%FF',
    '+',
    '[]',
    'a&a',
    '%5B%5D',
    '%20',
    'x'.repeat(8000),
  )
  const value = fc.oneof(
    { weight: 4, arbitrary: likely.map(encodeURIComponent) },
    { weight: 4, arbitrary: strings.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 4000))) },
    { weight: 2, arbitrary: raw },
  )
  return fc.oneof(
    { weight: 8, arbitrary: value.map((one) => [one]) },
    { weight: 1, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.array(value, { minLength: 2, maxLength: 4 }) },
  )
}
