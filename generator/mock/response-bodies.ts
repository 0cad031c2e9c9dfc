import type { ContentDescriptor } from '../../runtime/core/descriptor.js';
import { xml } from '../../runtime/core/xml/index.js';
import { memberOf, resolved, type FakeSubschema } from '../../runtime/fakes/schema.js';
import { createFakeValues } from '../emitters/fake-tables/fake-values.js';
import { isStream, streamForms } from '../model/analysis/stream-forms.js';
import type { Content, Parameter } from '../model/api.js';
import type { Json, SchemaId } from '../model/schema.js';
import type { Shapes } from '../model/shape/shape.js';

/** Where a body comes from: an example with or without a name, or a fake. */
export type BodySource = { readonly example: string | undefined } | 'fake';

/** A body in the form that handlers return, with its source. */
export interface MockBody {
  readonly value: unknown;
  readonly source: BodySource;
  /** True if it does not satisfy its schema: an example that was asked for by name, or the only one for which there is no fake. */
  readonly isInvalid?: true;
}

/** Makes values of the schemas of one operation. */
export interface Values {
  /** A fake. Returns `undefined` if none is found. */
  fake(schema: SchemaId, seed: number, overrides?: object): unknown;
  /** True if a value may be sent to clients. */
  isValid(schema: SchemaId, value: unknown): boolean;
  /** True if the schema has a property of this name that responses do not contain (`writeOnly`). */
  isOnlyWritten(schema: SchemaId, name: string): boolean;
}

/** Creates the values for schemas, as the emitter `fakes` would. */
export function createValues(shapes: Shapes, schemas: readonly SchemaId[]): Values {
  const { table, maker, subschema, fake, isValid } = createFakeValues(shapes, schemas, 'receive');
  return {
    fake: (id, seed, overrides) =>
      fake(id, { name: 'response', seed, ...(overrides !== undefined && { overrides }) }),
    isValid,
    isOnlyWritten: (id, name) => isOnlyWritten(subschema(id), name, new Set()),
  };

  function isOnlyWritten(
    subschema: FakeSubschema,
    name: string,
    seen: Set<FakeSubschema>,
  ): boolean {
    const schema = resolved(table, subschema);
    if (typeof schema === 'boolean' || seen.has(subschema)) return false;
    seen.add(subschema);
    const member = memberOf(schema.properties, name);
    if (member !== undefined && maker.isOmitted(member)) return true;
    const { $ref, allOf = [] } = schema;
    return [...($ref === undefined ? [] : [$ref]), ...allOf].some((each) =>
      isOnlyWritten(each, name, seen),
    );
  }
}

/** Schemas of which values are made for a content. */
export function schemasOf(shapes: Shapes, content: Content): readonly SchemaId[] {
  const own = content.schema === undefined ? [] : [content.schema];
  if (!isStream(content)) return own;
  return [...own, ...streamForms(shapes.schemas, content).flatMap(({ schema }) => schema ?? [])];
}

/** Bodies of one content. */
export interface BodyMaker {
  /** The example with this name; the first one if there are several. */
  named(name: string): MockBody | undefined;
  /** The first valid example, otherwise a fake, otherwise an invalid example. Returns `undefined` if there is none. */
  usual(): MockBody | undefined;
}

/** Input of {@link createBodyMaker}. */
export interface BodyContext {
  readonly shapes: Shapes;
  readonly values: Values;
  readonly seed: number;
}

/** Creates the bodies of one content on first use. Equal seeds give equal bodies. */
export function createBodyMaker(
  content: Content,
  descriptor: ContentDescriptor,
  context: BodyContext,
): BodyMaker {
  let usual: { readonly body: MockBody | undefined } | undefined;
  const examples = content.examples.map((example, index) => ({
    example,
    name: content.exampleNames?.[index],
  }));
  const read = (example: Json): Omit<MockBody, 'source'> | undefined =>
    readExample(example, content, descriptor, context);
  return {
    named(name) {
      const found = examples.find((each) => each.name === name);
      const body = found && read(found.example);
      return body && { ...body, source: { example: name } };
    },
    usual() {
      usual ??= { body: findUsual() };
      return usual.body;
    },
  };

  function findUsual(): MockBody | undefined {
    let invalid: MockBody | undefined;
    for (const { example, name } of examples) {
      const body = read(example);
      if (body === undefined) continue;
      const found = { ...body, source: { example: name } };
      if (body.isInvalid !== true) return found;
      invalid ??= found;
    }
    const value = fakeBody(content, descriptor, context);
    return value === undefined ? invalid : { value, source: 'fake' };
  }
}

/** Converts an example to the form of handlers. Returns `undefined` if it has none, as the text of a stream. */
function readExample(
  example: Json,
  content: Content,
  descriptor: ContentDescriptor,
  { values }: BodyContext,
): Omit<MockBody, 'source'> | undefined {
  const { codec, schema } = content;
  const checked = (value: unknown): Omit<MockBody, 'source'> =>
    schema === undefined || values.isValid(schema, value) ? { value } : { value, isInvalid: true };
  switch (codec) {
    case 'json': {
      const own = checked(example);
      const parsed = own.isInvalid === true ? parsedText(example) : undefined;
      const other = parsed === undefined ? own : checked(parsed.value);
      return other.isInvalid === true ? own : other;
    }
    case 'form':
      return typeof example === 'object' && example !== null ? checked(example) : undefined;
    case 'xml': {
      if (typeof example !== 'string') return checked(example);
      if (descriptor.xml === undefined) return { value: example };
      const document = xml.read(example, descriptor.xml);
      return 'value' in document ? checked(document.value) : undefined;
    }
    case 'text': {
      const own = checked(example);
      return { ...own, value: textOf(example) };
    }
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return Array.isArray(example) && codec !== 'sse' ? { value: example } : undefined;
    default:
      return { value: textOf(example) };
  }
}

/** The value of an example that is JSON as text. */
function parsedText(example: Json): { readonly value: unknown } | undefined {
  if (typeof example !== 'string') return undefined;
  try {
    return { value: JSON.parse(example) };
  } catch {
    return undefined;
  }
}

/** Number of items of a faked stream. */
const streamLength = 3;

function fakeBody(
  content: Content,
  descriptor: ContentDescriptor,
  { shapes, values, seed }: BodyContext,
): unknown {
  const { codec, schema } = content;
  const fake = (id: SchemaId | undefined, own: number): unknown =>
    id === undefined ? {} : values.fake(id, own);
  switch (codec) {
    case 'json':
    case 'form':
      return fake(schema, seed);
    case 'xml':
      return descriptor.xml === undefined ? emptyDocument : fake(schema, seed);
    case 'xml-text':
      return emptyDocument;
    case 'sse': {
      const forms = streamForms(shapes.schemas, content);
      const events = forms.map(({ names, data, schema: id }, index) => {
        const value = id === undefined && data === 'text' ? 'text' : fake(id, seed + index);
        if (value === undefined) return undefined;
        const [event] = names ?? [];
        const text = data === 'text' ? textOf(value) : value;
        return { ...(event !== undefined && { event }), data: text };
      });
      return events.filter((event) => event !== undefined);
    }
    case 'json-lines':
    case 'json-seq': {
      const [form] = streamForms(shapes.schemas, content);
      const items = Array.from({ length: streamLength }, (_, index) =>
        fake(form?.schema, seed + index),
      );
      return items.filter((item) => item !== undefined);
    }
    default: {
      const value = schema === undefined ? 'text' : values.fake(schema, seed);
      if (value === undefined || value instanceof Uint8Array) return value;
      return textOf(value);
    }
  }
}

/** XML for a schema that says nothing about the document. */
const emptyDocument = '<?xml version="1.0" encoding="UTF-8"?>\n<document/>';

/** Text of a body that is not JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Headers that belong to the connection or describe the body, which the server sets by itself. */
const setByServer: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Values of the described headers of a response. */
export function headersOf(
  headers: readonly Parameter[],
  { values, seed }: Pick<BodyContext, 'values' | 'seed'>,
): Readonly<Record<string, unknown>> {
  const entries = headers.flatMap(({ name, schema, examples }): [string, unknown][] => {
    if (setByServer.has(name.toLowerCase())) return [];
    const valid = examples.find((example) => values.isValid(schema, example));
    const value = valid ?? values.fake(schema, seed);
    return value === undefined || value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
