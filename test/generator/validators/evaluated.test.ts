import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../../../generator/model/schema.js';
import { randomRuns } from '../../rounds.js';
import { compile } from './compile.js';

type Schema = { readonly [keyword: string]: Json };
type Members = { readonly [name: string]: number };

const names = ['a', 'b', 'c', 'd', 'e'];
const levels = 5;

const own: fc.Arbitrary<Schema> = fc.record(
  {
    properties: fc.dictionary(
      fc.constantFrom(...names),
      fc.constantFrom<Json>({ const: 0 }, true),
      {
        maxKeys: 2,
      },
    ),
    required: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 1 }),
    patternProperties: fc.constant<Json>({ '^[de]': { enum: [0, 1] } }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Schema>;

/** Schemas that refer to later ones, so that many ways lead to one. */
function levelOf(level: number): fc.Arbitrary<Schema> {
  if (level === levels) return own;
  const lower = fc
    .integer({ min: level + 1, max: levels })
    .map((next) => ({ $ref: `#/$defs/s${next}` }));
  const next: fc.Arbitrary<Json> = fc.oneof(lower, lower, lower, lower, own, fc.boolean());
  const applicator: fc.Arbitrary<Schema> = fc.oneof(
    fc.array(next, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc.array(next, { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
    fc.array(next, { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
    fc.tuple(next, next, next).map(([a, b, c]) => ({ if: a, then: b, else: c })),
    fc.tuple(fc.constantFrom(...names), next).map(([name, schema]) => ({
      dependentSchemas: { [name]: schema },
    })),
    lower,
  );
  const closed = fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    fc.constantFrom<Schema>(
      { unevaluatedProperties: false },
      { unevaluatedProperties: { const: 1 } },
    ),
  );
  return fc
    .tuple(own, applicator, applicator, closed)
    .map(([a, b, c, d]) => ({ ...a, ...b, ...c, ...d }));
}

const schemas = fc.tuple(...Array.from({ length: levels + 1 }, (_, level) => levelOf(level)));

test('evaluates properties as the specification says if several paths lead to one schema', () => {
  fc.assert(
    fc.property(schemas, ([root = {}, ...rest]) => {
      const $defs = Object.fromEntries(rest.map((each, index) => [`s${index + 1}`, each]));
      const document = { unevaluatedProperties: false, ...root, $defs };
      const { is, check } = compile(document);
      for (const value of values) {
        const expected = evaluate(document, value, document) !== undefined;
        expect({ value, answer: is(value) }).toEqual({ value, answer: expected });
        expect(check(value).length === 0).toBe(expected);
      }
    }),
    randomRuns(400),
  );
}, 120_000);

/** Objects of every set of the names, with members that are 0 or 1. */
const values: readonly Members[] = Array.from({ length: 2 ** names.length }, (_, set) => {
  const some = names.filter((_, index) => (set >> index) % 2 === 1);
  return [0, 1].map((odd) =>
    Object.fromEntries(some.map((name, index) => [name, index % 2 === odd ? 0 : 1])),
  );
}).flat();

/** Names that a schema evaluates, as the specification defines; `undefined` if it rejects the value. */
function evaluate(schema: Json, value: Members, root: Schema): ReadonlySet<string> | undefined {
  if (typeof schema === 'boolean') return schema ? new Set() : undefined;
  const of = (next: Json): ReadonlySet<string> | undefined => evaluate(next, value, root);
  const all = schema as Keywords;
  const found = new Set<string>();
  const add = (more: Iterable<string>): void => {
    for (const name of more) found.add(name);
  };
  const {
    $ref,
    properties = {},
    patternProperties = {},
    required = [],
    unevaluatedProperties,
  } = all;
  for (const name of required) if (!(name in value)) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const applicable = [
      ...(name in properties ? [properties[name] ?? true] : []),
      ...Object.entries(patternProperties).flatMap(([pattern, each]) =>
        new RegExp(pattern, 'u').test(name) ? [each] : [],
      ),
    ];
    if (!applicable.every((each) => takes(each, member))) return undefined;
    if (applicable.length > 0) found.add(name);
  }
  const { anyOf, oneOf, allOf = [], if: condition, dependentSchemas = {} } = all;
  const demanded: Json[] = [...allOf, ...($ref === undefined ? [] : [defOf($ref, root)])];
  for (const [name, each] of Object.entries(dependentSchemas))
    if (name in value) demanded.push(each);
  if (condition !== undefined) {
    const passed = of(condition);
    add(passed ?? []);
    demanded.push((passed === undefined ? all.else : all.then) ?? true);
  }
  for (const [branches, most] of [
    [anyOf, Infinity],
    [oneOf, 1],
  ] as const) {
    if (branches === undefined) continue;
    const passed = branches.map(of).filter((each) => each !== undefined);
    if (passed.length === 0 || passed.length > most) return undefined;
    for (const each of passed) add(each);
  }
  for (const each of demanded) {
    const passed = of(each);
    if (passed === undefined) return undefined;
    add(passed);
  }
  if (unevaluatedProperties === undefined) return found;
  for (const [name, member] of Object.entries(value))
    if (!found.has(name) && !takes(unevaluatedProperties, member)) return undefined;
  return new Set(Object.keys(value));
}

interface Keywords {
  readonly $ref?: string;
  readonly properties?: Schema;
  readonly patternProperties?: Schema;
  readonly required?: readonly string[];
  readonly unevaluatedProperties?: Json;
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly allOf?: readonly Json[];
  readonly if?: Json;
  readonly then?: Json;
  readonly else?: Json;
  readonly dependentSchemas?: Schema;
}

function defOf($ref: string, root: Schema): Json {
  const { $defs } = root as { readonly $defs: Schema };
  return $defs[$ref.slice('#/$defs/'.length)] ?? false;
}

/** True if the schema of a property accepts a number. */
function takes(schema: Json, member: number): boolean {
  if (typeof schema === 'boolean') return schema;
  const { const: only, enum: some } = schema as {
    readonly const?: number;
    readonly enum?: number[];
  };
  return (only === undefined || only === member) && (some === undefined || some.includes(member));
}
