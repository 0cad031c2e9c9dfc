import type { Content } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import type { Plan } from '../../plan/plan.js';
import { fileText, type ExampleValues } from './example-values.js';
import { memberSchemas } from './member-schemas.js';
import type { ValuePlan } from './plan.js';

/** A value for a request, or the reason why there is none. */
export type FoundValue =
  | { readonly value: ValuePlan; readonly isDerived: boolean }
  | { readonly skip: string };

const invalidBody: FoundValue = { skip: 'the example of its body does not satisfy the schema' };

/** Media type that a call must name: one of several, or one of a range. */
export function contentTypeOf(
  { mediaType, codec }: Content,
  contents: readonly Content[],
): string | undefined {
  if (!mediaType.includes('*')) return contents.length > 1 ? mediaType : undefined;
  if (codec === 'json') return 'application/json';
  const [type = ''] = mediaType.split('/', 1);
  if (codec === 'text') return 'text/plain';
  return type === '*' ? 'application/octet-stream' : `${type}/octet-stream`;
}

/** The body of one content: an example, or a value from the schema. */
export function bodyValue(
  content: Content,
  example: Json | undefined,
  plan: Plan,
  values: ExampleValues,
): FoundValue {
  const { codec, schema } = content;
  switch (codec) {
    case 'json':
    case 'form':
    case 'xml':
      return valueWithSchema(content, example, values);
    case 'multipart':
      return multipartValue(content, example, plan, values);
    case 'text': {
      if (example !== undefined) return given({ kind: 'json', value: textOf(example) });
      const derived = schema === undefined ? undefined : values.derive(schema);
      const text = derived?.kind === 'json' && typeof derived.value === 'string';
      return { value: text ? derived : { kind: 'json', value: 'text' }, isDerived: true };
    }
    case 'xml-text': {
      const text = example === undefined ? '<document/>' : textOf(example);
      return { value: { kind: 'json', value: text }, isDerived: example === undefined };
    }
    default: {
      const text = example === undefined ? fileText : textOf(example);
      return { value: { kind: 'bytes', text }, isDerived: example === undefined };
    }
  }
}

function given(value: ValuePlan): FoundValue {
  return { value, isDerived: false };
}

function valueWithSchema(
  { codec, schema }: Content,
  example: Json | undefined,
  values: ExampleValues,
): FoundValue {
  // An XML document as a text is no value.
  const usable = codec === 'xml' && typeof example === 'string' ? undefined : example;
  if (schema === undefined) {
    const value = usable ?? {};
    return { value: { kind: 'json', value }, isDerived: usable === undefined };
  }
  if (usable !== undefined) {
    const candidates = [usable, ...(codec === 'json' ? parsedText(usable) : [])];
    const value = candidates.find((each) => values.isValid(schema, each));
    return value === undefined ? invalidBody : given({ kind: 'json', value, schema });
  }
  return derivedBody(values.derive(schema));
}

function derivedBody(value: ValuePlan | undefined): FoundValue {
  return value === undefined
    ? { skip: 'no value is found that satisfies the schema of its body' }
    : { value, isDerived: true };
}

/** A form: members that are files have the text of the example as their contents. */
function multipartValue(
  content: Content,
  example: Json | undefined,
  plan: Plan,
  values: ExampleValues,
): FoundValue {
  const { schema } = content;
  if (schema === undefined) return { skip: 'nothing is known about the parts of its form' };
  if (typeof example !== 'object' || example === null || Array.isArray(example))
    return derivedBody(values.derive(schema));
  const files = new Set(
    (plan.formOf(content)?.parts ?? []).flatMap(({ name, bytes }) => (bytes ? [name] : [])),
  );
  const schemas = memberSchemas(plan.api.schemas, schema);
  const members = Object.entries(example as { readonly [name: string]: Json });
  const planned = members.map(([name, value]): readonly [string, ValuePlan] => {
    if (files.has(name)) return [name, fileValue(value)];
    const own = schemas.get(name);
    return [name, { kind: 'json', value, ...(own !== undefined && { schema: own }) }];
  });
  const others = members.filter(([name]) => !files.has(name));
  const isValid = others.every(([name, value]) => {
    const own = schemas.get(name);
    return own === undefined || values.isValid(own, value);
  });
  return isValid ? given({ kind: 'object', members: new Map(planned) }) : invalidBody;
}

function fileValue(value: Json): ValuePlan {
  return Array.isArray(value)
    ? { kind: 'list', items: value.map(fileValue) }
    : { kind: 'file', text: textOf(value) };
}

/** The value of an example that is JSON as text. */
function parsedText(example: Json): readonly Json[] {
  if (typeof example !== 'string') return [];
  try {
    return [JSON.parse(example) as Json];
  } catch {
    return [];
  }
}

function textOf(value: Json): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? Number(member) : member,
  );
}
