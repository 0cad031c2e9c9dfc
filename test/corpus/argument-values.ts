import { dirname, join, relative } from 'node:path';
import { connect, everyPart, itemOperation } from '@tallystick/runtime/http';
import { createServer } from '@tallystick/runtime/http/server';
import { xml } from '@tallystick/runtime/xml';
import type { ApiDescriptor, ContentDescriptor, OperationDescriptor } from '@tallystick/runtime';
import { describe, expect, test } from 'vitest';
import { generate } from '../../generator/index.js';
import { createSources } from '../../generator/load/sources.js';
import { readApi } from '../../generator/model/read/read-api.js';
import { formShape } from '../../generator/model/form-shape.js';
import { sendableShape } from '../../generator/model/shape/sendable.js';
import { byteForms } from '../../generator/model/analysis/binary-forms.js';
import { createShapes } from '../../generator/model/shape/create-shapes.js';
import type { MemberShape, Shape, Shapes, Use } from '../../generator/model/shape/shape.js';
import { planPackage } from '../../generator/emitters/plan-package.js';
import type { Content, Operation, Parameter } from '../../generator/model/api.js';
import { outputFolder, overlayHost } from '../conformance/hostile/overlay-host.js';
import { randomFrom, rounds, seed } from '../rounds.js';
import { sharedPath } from '../shared.js';
import { authority } from '../wire/suite/document.js';
import { type AnyCall, loadModule } from '../wire/suite/generated.js';
import { isValid } from './documents.js';
import type { IndexedDocument } from '../../scripts/corpus-table.js';

const folder = sharedPath('corpus', 'openapi') ?? '';
const send: Use = { direction: 'send', representation: 'value' };

/** Texts that every style can carry and that are a spelling of nothing else. */
const texts = ['a', 'Straße', 'a b', 'x-y_z~', '5%', 'a&b=c', 'q?r#s', '"quoted"', "it's", 'A+B'];
/** Those that may stand in a header or in a cookie. */
const plainTexts = ['a', 'x-y_z', 'Abc', 'a.b'];

/** Generates random values of shapes; unspecified shapes get no value. */
class Values {
  constructor(
    private readonly shapes: Shapes,
    private readonly random: () => number,
    private readonly words: readonly string[],
  ) {}

  of(shape: Shape, depth = 0): unknown {
    // Recursive shapes must end.
    if (depth > 10 && ['array', 'tuple', 'object'].includes(shape.kind)) throw new Unmade('depth');
    switch (shape.kind) {
      case 'null':
        return null;
      case 'boolean':
        return this.random() < 0.5;
      case 'number':
        return this.oneOf([0, 1, -7, 12_345, 1e21]);
      case 'bigint':
        return this.oneOf([0n, 9_007_199_254_740_993n]);
      case 'string':
        return this.oneOf(this.words);
      case 'branded':
        return this.of({ kind: shape.of }, depth);
      case 'literal':
        return shape.value;
      case 'open-enum':
        return this.oneOf(shape.values);
      case 'array':
        return this.random() < 0.1 ? [] : this.several().map(() => this.of(shape.items, depth + 1));
      case 'tuple':
        return shape.items.slice(0, shape.required).map((item) => this.of(item, depth + 1));
      case 'object':
        return this.object(shape, depth);
      case 'union':
        return this.of(this.oneOf(shape.members), depth);
      case 'intersection':
        return Object.assign({}, ...shape.members.map((each) => this.of(each, depth)));
      case 'reference':
        return this.of(this.shapes.of(shape.target, send), depth);
      case 'binary':
        return new File([this.oneOf(this.words)], `${this.oneOf(plainTexts)}.bin`);
      case 'unknown':
      case 'never':
      case 'converted':
        throw new Unmade(shape.kind);
    }
  }

  private object(shape: Extract<Shape, { kind: 'object' }>, depth: number): object {
    const bases = shape.extends.map((target) => this.of({ kind: 'reference', target }, depth));
    const members = shape.members.flatMap(({ name, optional, shape: inner }: MemberShape) => {
      // Of what is deep there is less, lest the whole have thousands of members.
      if (optional && (depth > 6 || this.random() < (depth < 4 ? 0.3 : 0.8))) return [];
      try {
        return [[name, this.of(inner, depth + 1)] as const];
      } catch (error) {
        if (optional && error instanceof Unmade) return [];
        throw error;
      }
    });
    const { additional } = shape;
    const others =
      additional === undefined || additional.kind === 'unknown'
        ? []
        : this.several().map((index) => [`other${index}`, this.of(additional, depth + 1)]);
    return Object.assign({}, ...bases, Object.fromEntries([...others, ...members]));
  }

  /** One to three items. */
  private several(): readonly number[] {
    return [0, 1, 2].slice(0, 1 + Math.floor(this.random() * 3));
  }

  oneOf<T>(all: readonly T[]): T {
    const found = all[Math.floor(this.random() * all.length)];
    if (found === undefined) throw new Unmade('nothing');
    return found;
  }
}

/** There is no such value, or none that is looked for. */
class Unmade extends Error {}

const members = {
  path: 'path',
  query: 'query',
  querystring: 'query',
  header: 'headers',
  cookie: 'cookies',
} as const;

/** Tests that whatever the types of parameters admit is sent, and read as what it was; `least` values or more, all documents together. */
export function testArguments(chosen: readonly IndexedDocument[], least: number): void {
  describe.skipIf(folder === '')('arguments of real documents', () => {
    let compared = 0;
    test.each(chosen.filter(isValid))(
      '$file: are received as sent',
      async ({ file }) => {
        const tally = await tallyOf(file);
        compared += tally.compared;
        expect([...new Set(tally.faults)]).toEqual([]);
      },
      600_000,
    );

    test('have the expected number', () => {
      expect(compared).toBeGreaterThanOrEqual(least);
    });
  });
}

interface Tally {
  /** Values that were compared. */
  compared: number;
  /** Calls that were rejected or decoded differently. */
  readonly faults: string[];
}

/** Calls every operation of a document with values of its types, on a server that records the decoded values. */
async function tallyOf(file: string): Promise<Tally> {
  const tally: Tally = { compared: 0, faults: [] };
  const path = join(folder, file);
  const host = overlayHost(dirname(path));
  const document = relative(dirname(path), path);
  const { ok } = await generate({ documents: [document], out: outputFolder }, host);
  const entry = createSources(host);
  const source = entry.entry(document).value;
  const api = source && readApi(entry, source).value;
  if (!ok || api === undefined) return tally;
  const shapes = createShapes(api.schemas, api.int64, new Set(), byteForms(api));
  const { value: plan } = planPackage(api, shapes, {
    kind: 'sources',
    name: 'output',
    runtimeRange: '*',
  });
  const files = new Map([...host.written()].filter(([name]) => name.endsWith('.ts')));
  const module = await loadModule(files);
  const random = randomFrom(seed);
  for (const { operation, descriptor: name } of plan?.operations ?? []) {
    const descriptor = module[name.name] as OperationDescriptor | undefined;
    if (descriptor === undefined || descriptor.rpc !== undefined) continue;
    // Text of a query in a path, which OpenAPI does not permit: values that contain its `?` are rejected.
    if (descriptor.path.some((part) => typeof part === 'string' && part.includes('?'))) continue;
    const parameters = operation.parameters.filter(
      (each) =>
        each.credential !== true &&
        each.name.toLowerCase() !== descriptor.idempotencyHeader?.toLowerCase() &&
        (each.in !== 'header' || !/^(?:accept|content-type|authorization)$/i.test(each.name)),
    );
    for (let round = 0; round < rounds(5, 1); round += 1)
      await tryOnce(descriptor, operation, parameters, shapes, random, tally);
  }
  return tally;
}

/** A service without credentials and limits. */
const description: ApiDescriptor = {
  title: 'Arguments',
  version: '1.0.0',
  servers: [{ url: `https://${authority}` }],
  variables: {},
  security: {},
};

type Groups = Record<'path' | 'query' | 'headers' | 'cookies', Record<string, unknown>> & {
  body?: unknown;
};

async function tryOnce(
  { body, security: _, servers: __, idempotencyHeader: ___, ...descriptor }: OperationDescriptor,
  { request }: Operation,
  parameters: readonly Parameter[],
  shapes: Shapes,
  random: () => number,
  tally: Tally,
): Promise<void> {
  const given: Groups = { path: {}, query: {}, headers: {}, cookies: {} };
  for (const parameter of parameters) {
    const isPlain = parameter.in === 'header' || parameter.in === 'cookie';
    const values = new Values(shapes, random, isPlain ? plainTexts : texts);
    const shape =
      sendableShape(shapes, parameter, send) ??
      ({ kind: 'reference', target: parameter.schema } as const);
    if (!parameter.required && random() < 0.2) continue;
    try {
      const value = values.of(shape);
      // An empty object cannot be sent, which the type of an object with optional properties does not express.
      if (parameter.required && isEmpty(value) && !Array.isArray(value)) return;
      given[members[parameter.in]][parameter.name] = value;
    } catch (error) {
      if (!(error instanceof Unmade)) throw error;
      if (parameter.required) return;
    }
  }
  const index = (request?.contents ?? []).findIndex(isForm);
  const content = request?.contents[index];
  const { streamsParts: ____, ...form } = body?.contents[index] ?? noContent;
  if (content?.schema !== undefined) {
    try {
      const shape = formShape(shapes, content, send);
      const value = new Values(shapes, random, texts).of(
        shape ?? { kind: 'reference', target: content.schema },
      );
      given.body = isRecord(value) ? withTypes(value, form) : value;
    } catch (error) {
      if (!(error instanceof Unmade)) throw error;
    }
  }
  let got: Partial<Groups> | undefined;
  let answer: string | undefined;
  const plain: OperationDescriptor = {
    ...descriptor,
    ...(given.body !== undefined && { body: { contents: [form] } }),
    input: 'parts',
  };
  const handle = createServer(
    description,
    [{ descriptor: plain, handler: 'handle' }],
    {
      handle: (request: Partial<Groups>) => {
        got = request;
        return { status: 204, body: undefined, headers: {} };
      },
    },
    { trustHost: true, checks: {}, xml, limits: { queryKeys: 10_000 } },
  );
  const client = connect(description, {
    retry: false,
    xml,
    transport: async (request) => {
      const response = await handle(request);
      if (response.status >= 400) answer = `${response.status} ${String(response.body)}`;
      return response;
    },
  });
  const { path, ...input } = given;
  // Arguments stand in the order of the path, whatever that of the parameters is.
  const order = plain.path.flatMap((part) => {
    const parameter = typeof part === 'number' ? plain.parameters?.[part] : undefined;
    return parameter === undefined || parameter.credential === true ? [] : [path[parameter.name]];
  });
  const call: AnyCall = itemOperation(plain, [everyPart]);
  const outcome = await call.result(client, ...order, input);
  const where = `${descriptor.method} ${descriptor.id}`;
  if (outcome['kind'] === 'invalid-request') {
    if (isSeparator(outcome['violations'])) return;
    tally.faults.push(`${where}: not sent: ${show(outcome['violations'])} in ${show(given)}`);
    return;
  }
  if (got === undefined) {
    tally.faults.push(`${where}: not read: ${answer ?? show(outcome['kind'])} for ${show(given)}`);
    return;
  }
  for (const { in: place, name } of parameters) {
    const group = members[place];
    const want = given[group][name];
    if (want === undefined || isEmpty(want)) continue;
    tally.compared += 1;
    const [sent, read] = [show(want), show(got[group]?.[name])];
    if (sent !== read && spelt(want) !== spelt(got[group]?.[name]))
      tally.faults.push(`${where}: ${place} ${name}: ${sent} was read as ${read}`);
  }
  if (!isRecord(given.body)) return;
  const read = await textsOf(Object(got.body));
  for (const [name, want] of Object.entries(await textsOf(given.body))) {
    if (want === undefined || want === null || isEmpty(want)) continue;
    tally.compared += 1;
    const [sent, found] = [show(want), show(read[name])];
    if (sent !== found && spelt(want) !== spelt(read[name]))
      tally.faults.push(`${where}: body ${name}: ${sent} was read as ${found}`);
  }
}

const noContent: ContentDescriptor = { mediaType: '*/*', codec: 'opaque' };

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A form whose files are of the first type that their parts may have. */
function withTypes(
  form: Readonly<Record<string, unknown>>,
  { parts = {} }: ContentDescriptor,
): object {
  const typed = (name: string, value: unknown): unknown => {
    const type = parts[name]?.contentType?.split(',')[0]?.trim();
    return value instanceof File && type !== undefined
      ? new File([value], value.name, { type: type.replace('*', 'plain') })
      : value;
  };
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each) => typed(name, each)) : typed(name, value),
    ]),
  );
}

function isForm({ codec }: Content): boolean {
  return codec === 'form' || codec === 'multipart';
}

/** The members of a form, of files their texts. */
async function textsOf(form: object): Promise<Readonly<Record<string, unknown>>> {
  const seen = async (value: unknown): Promise<unknown> =>
    value instanceof File ? value.text() : value;
  const members = Object.entries(form).map(
    async ([name, value]: [string, unknown]) =>
      [
        name,
        Array.isArray(value) ? await Promise.all(value.map(seen)) : await seen(value),
      ] as const,
  );
  return Object.fromEntries(await Promise.all(members));
}

/** True if every rejected value contains the delimiter of its style, which no type can exclude. */
function isSeparator(violations: unknown): boolean {
  return (violations as readonly { expected: string }[]).every(({ expected }) =>
    /^text without "[ |,]", which separates parts$/.test(expected),
  );
}

/** True if a value is encoded as nothing, which is decoded as missing. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isEmpty);
}

/** A value whose spelling may be that of another type (`false` and a text), or of the list of it alone. */
function spelt(value: unknown): unknown {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof only === 'object' && only !== null ? show(only) : String(only);
}

/** A value as text, members in alphabetical order, without what nothing stands for. */
function show(value: unknown): string {
  return JSON.stringify(plainOf(value)) ?? 'nothing';
}

function plainOf(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.filter((item) => !isEmpty(item)).map(plainOf);
  const there = Object.entries(value).filter(([, each]) => each !== undefined && !isEmpty(each));
  return Object.fromEntries(
    there
      .map(([name, each]) => [name, plainOf(each)] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
