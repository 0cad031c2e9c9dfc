import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { statesKey } from '../../../generator/emitters/states/plan.js';
import { emitStates } from '../../../generator/emitters/states/states.js';
import { emitTypes } from '../../../generator/emitters/types/types.js';
import { printSourceFile } from '../../../generator/printer/print.js';
import { document, planOf } from '../plan/describe.js';

/** The text of `types.ts` for component schemas, or of another file. */
function emitted(schemas: object, path = 'types.ts', paths: object = {}): string {
  const plan = planOf(document(schemas, paths));
  const states = plan.partOf(statesKey);
  const files = [...emitTypes(plan), ...(states === undefined ? [] : emitStates(states, plan))];
  const file = files.find((each) => each.path === path);
  return file === undefined ? '' : printSourceFile(file);
}

/** Compiler errors of a text and the code below it. */
function complaints(text: string, below = ''): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    lib: ['lib.es2022.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, language) =>
    name === 'types.ts'
      ? ts.createSourceFile(name, `${text}\n${below}`, language)
      : read(name, language);
  const program = ts.createProgram(['types.ts'], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const text = { type: 'string' };

describe('types', () => {
  it('are not changed by a reference to a schema that only restricts values', () => {
    const rule = { if: { required: ['until'] }, then: { required: ['time'] } };
    const order = (...bases: readonly object[]): object => ({
      type: 'object',
      allOf: [...bases, ref('Lifetime')],
      properties: { time: text, until: text },
    });
    const output = emitted({
      Base: { type: 'object', required: ['id'], properties: { id: text } },
      Lifetime: rule,
      Order: order(),
      Named: order(ref('Base')),
    });
    expect(
      complaints(
        output,
        "export const order: Order = { until: 'x' }; export const named: Named = { id: 'x', time: 'y' };",
      ),
    ).toEqual([]);
  });

  it('contain the descriptions of the document', () => {
    const pet = {
      type: 'object',
      description: 'A pet.\n\nOf any kind.',
      required: ['name', 'kind'],
      properties: {
        name: {
          type: 'string',
          description: 'What it answers to.',
          examples: ['Rex'],
          deprecated: true,
        },
        kind: {
          enum: ['dog', 'cat'],
          'x-enum-descriptions': { dog: 'It barks.', cat: 'It does not.' },
        },
        tag: { type: ['string', 'null'], default: null },
      },
    };
    expect(emitted({ Pet: pet })).toBe(`/**
 * A pet.
 *
 * Of any kind.
 */
export interface Pet {
  /**
   * What it answers to.
   *
   * @deprecated
   * @example "Rex"
   */
  readonly name: string;
  /**
   * - \`dog\`: It barks.
   * - \`cat\`: It does not.
   */
  readonly kind: 'dog' | 'cat';
  /** @default null */
  readonly tag?: string | null;
}
`);
  });

  it.each([
    [{ 'x-enum-varnames': ['Low', 'High'] }, ['- `1`: Low', '- `2`: High']],
    [
      { 'x-enum-varnames': ['Low', 'High'], 'x-enum-descriptions': ['Not much.', '*/ much'] },
      ['- `1`: Low. Not much.', '- `2`: High. *\\/ much'],
    ],
    [
      { 'x-enumNames': ['Low', ''], 'x-enum-descriptions': { 2: 'Much.' } },
      ['- `1`: Low', '- `2`: Much.'],
    ],
  ])('contain the names of enum values: %j', (extensions, want) => {
    const lines = emitted({ Level: { type: 'integer', enum: [1, 2], ...extensions } }).split('\n');
    expect(lines.filter((line) => line.includes('`')).map((line) => line.slice(3))).toEqual(want);
  });
  it('keep completion for an open enum', () => {
    expect(emitted({ Colour: { anyOf: [{ enum: ['red'] }, text] } })).toBe(
      "export type Colour = 'red' | (string & {});\n",
    );
  });

  it('contain small inline objects', () => {
    const inline = {
      type: 'object',
      properties: {
        at: {
          type: 'object',
          required: ['x'],
          properties: { x: { type: 'number', description: 'Across.' } },
        },
      },
    };
    expect(emitted({ Place: inline })).toBe(`export interface Place {
  readonly at?: {
    /** Across. */
    readonly x: number;
  };
}
`);
  });

  it('compile for recursive schemas', () => {
    const json = {
      anyOf: [
        text,
        { type: 'array', items: ref('Json') },
        { type: 'object', additionalProperties: ref('Json') },
      ],
    };
    const tree = {
      type: 'object',
      required: ['children'],
      properties: {
        children: { type: 'array', items: ref('Tree') },
        parent: { anyOf: [ref('Tree'), { type: 'null' }] },
      },
    };
    const output = emitted({
      Json: json,
      Tree: tree,
      Special: { allOf: [ref('Tree'), { properties: { parent: ref('Special') } }] },
      List: { prefixItems: [text, ref('List')] },
    });
    expect(complaints(output)).toEqual([]);
  });

  it('compile if properties do not match additionalProperties', () => {
    const map = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, label: { type: 'boolean' } },
      additionalProperties: text,
    };
    const output = emitted({
      Labels: map,
      More: { allOf: [ref('Labels'), { properties: { extra: { type: 'null' } } }] },
    });
    expect(
      complaints(output, "const map: Labels = { id: 1, other: 'x' };\nexport { map };"),
    ).toEqual([]);
  });

  it('compile if properties of a base do not match unevaluatedProperties', () => {
    const base = { type: 'object', required: ['id'], properties: { id: text } };
    const output = emitted({
      Base: base,
      Counts: { allOf: [ref('Base')], unevaluatedProperties: { type: 'integer' } },
      Words: { allOf: [ref('Base')], unevaluatedProperties: text },
    });
    const uses = `
const counts: Counts = { id: 'a', other: 1 };
const words: Words = { id: 'a', other: 'b' };
export const lengths = [counts.id.length, words.id.length, words['other']?.length];
`;
    expect(complaints(output, uses)).toEqual([]);
  });

  it('distinguish optional, null and absent properties', () => {
    const output = emitted({
      A: {
        type: 'object',
        required: ['b'],
        properties: { a: text, b: { type: ['string', 'null'] } },
      },
    });
    expect(complaints(output, 'export const fine: A = { b: null };')).toEqual([]);
    expect(complaints(output, 'export const absent: A = { a: "x" };')).toHaveLength(1);
    expect(
      complaints(output, 'export const undefinedIsNotAbsent: A = { a: undefined, b: null };'),
    ).toHaveLength(1);
  });

  describe('require properties', () => {
    const a = { type: 'object', properties: { a: text, z: text } };
    const b = { type: 'object', required: ['z'], properties: { z: { type: 'number' } } };
    const union = { oneOf: [ref('A'), ref('B')] };
    const schemas = { A: a, B: b, Union: union, OrNull: { oneOf: [ref('A'), { type: 'null' }] } };
    const eachBranch = `export type Asked = (A & { readonly z: string }) | B;`;

    it.each([
      ['in another subschema', { allOf: [ref('Union'), { required: ['z'] }] }, eachBranch],
      ['beside a reference', { ...ref('Union'), required: ['z'] }, eachBranch],
      ['beside branches', { required: ['z'], ...union }, eachBranch],
      ['of an object of branches', { type: 'object', required: ['z'], ...union }, eachBranch],
      [
        'of an object with anyOf',
        { type: 'object', required: ['z'], anyOf: union.oneOf },
        eachBranch,
      ],
      [
        'of an object that refers to a union',
        { type: 'object', required: ['z'], allOf: [ref('Union')] },
        eachBranch,
      ],
      [
        'in another subschema of type object',
        { allOf: [{ type: 'object', required: ['z'] }, ref('Union')] },
        eachBranch,
      ],
      [
        'of objects in a nullable union',
        { allOf: [ref('OrNull'), { required: ['z'] }] },
        `export type Asked = (A & { readonly z: string }) | null;`,
      ],
      [
        'of nested branches',
        {
          required: ['z'],
          oneOf: [ref('Union'), { type: 'object', properties: { y: text } }],
        },
        `export type Asked = (A & { readonly z: string }) | B | { readonly y?: string; readonly z: unknown };`,
      ],
      [
        'beside other properties',
        { type: 'object', required: ['y', 'z'], properties: { y: text }, ...union },
        `export type Asked = { readonly y: string } & ((A & { readonly z: string }) | B);`,
      ],
      [
        'of an object with additional properties',
        {
          required: ['z'],
          additionalProperties: true,
          allOf: [
            { type: ['object', 'null'], properties: { z: text }, additionalProperties: true },
          ],
        },
        `export type Asked = { readonly z: string; readonly [name: string]: unknown } | null;`,
      ],
      [
        'that another subschema describes',
        { type: 'object', required: ['z'], allOf: [ref('A')], oneOf: [ref('Other'), ref('More')] },
        `export type Asked = A & (Other | More) & { readonly z: string };`,
      ],
    ])('%s', (_, schema, want) => {
      const other = { type: 'object', properties: { other: text } };
      const more = { type: 'object', properties: { more: text } };
      const printed = emitted({ ...schemas, Asked: schema, Other: other, More: more });
      expect(printed).toContain(`${want}\n`);
      expect(complaints(printed)).toEqual([]);
    });
  });

  it('narrow by the discriminator of a union, with a branch for everything else', () => {
    const branch = (kind: string, member: string): object => ({
      type: 'object',
      required: ['kind', member],
      properties: { kind: { const: kind }, [member]: text },
    });
    const output = emitted({
      Shape: { oneOf: [ref('Circle'), ref('Square')] },
      Circle: branch('circle', 'radius'),
      Square: branch('square', 'side'),
    });
    const narrowing = `export function size(shape: Shape): string {
  switch (shape.kind) {
    case 'circle': return shape.radius;
    case 'square': return shape.side;
    default: { const nothing: never = shape; return nothing; }
  }
}`;
    expect(complaints(output, narrowing)).toEqual([]);
    expect(complaints(output, narrowing.replace('shape.radius', 'shape.side'))).toHaveLength(1);
  });

  it('contain no code from the document', () => {
    const evil = "*/ export const broken = '${1}'; /*";
    const schema = {
      type: 'object',
      description: evil,
      properties: { [evil]: { enum: [evil], description: evil, default: evil }, __proto__x: text },
    };
    const output = emitted({ Evil: schema, [evil]: text });
    expect(complaints(output)).toEqual([]);
    const file = ts.createSourceFile('types.ts', output, ts.ScriptTarget.ES2022);
    expect(
      file.statements.every(
        (statement) => ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement),
      ),
    ).toBe(true);
  });
});

describe('states', () => {
  const schemas = {
    Status: {
      type: 'string',
      enum: ['cold', 'hot', 'broken'],
      'x-state': { initial: ['cold'], transitions: { cold: ['hot'], hot: ['cold', 'broken'] } },
    },
  };

  it('are printed as a table and a function', () => {
    const output = emitted(schemas, 'states.ts');
    const { outputText } = ts.transpileModule(output, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const module: { exports: { [name: string]: unknown } } = { exports: {} };
    new Function('exports', outputText)(module.exports);
    const { statusTransitions, canStatusTransition } = module.exports;
    expect(statusTransitions).toEqual({ cold: ['hot'], hot: ['cold', 'broken'], broken: [] });
    const can = (from: string, to: string): unknown =>
      typeof canStatusTransition === 'function' && canStatusTransition(from, to);
    expect([
      can('cold', 'hot'),
      can('cold', 'broken'),
      can('broken', 'cold'),
      can('cold', 'cold'),
      can('toString', 'cold'),
    ]).toEqual([true, false, false, false, false]);
  });

  it('have the types of their schema', () => {
    const types = emitted(schemas);
    const states = emitted(schemas, 'states.ts').replace(/^import[^\n]*\n/u, '');
    expect(complaints(types, `${states}\ncanStatusTransition('cold', 'hot');`)).toEqual([]);
    expect(complaints(types, `${states}\ncanStatusTransition('cold', 'warm');`)).toHaveLength(1);
  });
});
