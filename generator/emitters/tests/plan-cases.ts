import type { ResponseExample } from '../../../runtime/contract-tests/suite.js';
import { wholeContents } from '../../model/analysis/stream-forms.js';
import type { Content, JsonRpcBinding, Parameter } from '../../model/api.js';
import type { Json } from '../../model/schema.js';
import { requiresHeaders } from '../../plan/part-headers.js';
import type { OperationPlan, Plan } from '../../plan/plan.js';
import type { ExampleValues } from './example-values.js';
import type { CasePlan, RequestPlan, ValuePlan } from './plan.js';
import { bodyValue, contentTypeOf, type FoundValue } from './request-body.js';

/** Input for the examples of operations. */
export interface CaseContext {
  readonly plan: Plan;
  readonly values: ExampleValues;
  /** Parameters that carry credentials: their location and lower-case name. */
  readonly secrets: ReadonlySet<string>;
}

/** One example of an operation: a name that its examples have, and the content that is sent. */
interface Variant {
  readonly name?: string;
  readonly content?: Content;
}

/**
 * Plans the example requests of an operation: one for each name that an example of a parameter or of the body has, and one for examples
 * without a name. Without any example, the values are taken from the schemas.
 */
export function planCases(
  operation: OperationPlan,
  responses: readonly ResponseExample[],
  context: CaseContext,
): readonly CasePlan[] {
  const cases = variantsOf(operation).map((variant) =>
    caseOf(operation, variant, responses, context),
  );
  if (cases.some((each) => 'request' in each)) return cases;
  const bare = caseOf(operation, {}, responses, { ...context, ignoresExamples: true });
  return 'request' in bare ? [...cases, bare] : cases;
}

function variantsOf({ operation, arguments: args }: OperationPlan): readonly Variant[] {
  const contents = wholeContents(args.body?.contents ?? []);
  const [usual] = contents;
  const withUsual = usual === undefined || args.body?.required !== true ? {} : { content: usual };
  const parameterNames = operation.parameters.flatMap((each) => namesOf(each));
  const names = new Set([...contents.flatMap(namesOf), ...parameterNames]);
  const named = [...names].flatMap((name): readonly Variant[] => {
    const own = contents.filter((content) => namesOf(content).includes(name));
    return own.length === 0 ? [{ name, ...withUsual }] : own.map((content) => ({ name, content }));
  });
  const unnamed = contents.filter(
    (content) => content.examples.length > 0 && namesOf(content).length === 0,
  );
  if (unnamed.length > 0) return [...named, ...unnamed.map((content) => ({ content }))];
  return named.length > 0 ? named : [withUsual];
}

function namesOf({ exampleNames = [] }: Pick<Content, 'exampleNames'>): readonly string[] {
  return exampleNames.flatMap((name) => name ?? []);
}

interface OneCaseContext extends CaseContext {
  /** True if the values are those of the schemas, although there are examples. */
  readonly ignoresExamples?: true;
}

function caseOf(
  operation: OperationPlan,
  { name, content }: Variant,
  responses: readonly ResponseExample[],
  context: OneCaseContext,
): CasePlan {
  const { binding } = operation.operation;
  if (binding.kind === 'json-rpc') return rpcCase(operation, binding, context);
  const { arguments: args } = operation;
  const derived: string[] = [];
  let explicit = 0;
  let skip: string | undefined;
  const use = (label: string, found: FoundValue | undefined): ValuePlan | undefined => {
    if (found === undefined) return undefined;
    if ('skip' in found) {
      skip ??= found.skip;
      return undefined;
    }
    if (found.isDerived) derived.push(label);
    else explicit += 1;
    return found.value;
  };
  const group = (parameters: readonly Parameter[]): ReadonlyMap<string, ValuePlan> =>
    new Map(
      parameters.flatMap((parameter): readonly (readonly [string, ValuePlan])[] => {
        const value = use(parameter.name, parameterValue(parameter, name, context));
        return value === undefined ? [] : [[parameter.name, value]];
      }),
    );
  const path = group(args.path.map(({ parameter }) => parameter));
  const [query, headers, cookies] = [group(args.query), group(args.headers), group(args.cookies)];
  const contents = args.body?.contents ?? [];
  const sent = content ?? (args.body?.required === true ? wholeContents(contents)[0] : undefined);
  const example = sent && exampleNamed(sent, name, context);
  const body = sent && use('body', bodyValue(sent, example, context.plan, context.values));
  const partHeaders = sent === undefined ? [] : args.partHeaders.filter(requiresHeaders);
  const parts = partHeaders.map(({ name: part, list, headers: all }) => {
    const members = group(all.filter(({ required }) => required));
    const one: ValuePlan = { kind: 'object', members };
    return [part, list ? ({ kind: 'list', items: [one] } as const) : one] as const;
  });
  const media = sent !== undefined && contents.length > 1 ? ` (${sent.mediaType})` : '';
  if (skip !== undefined) return { name: `${exampleTitle(name)}${media}`, skip };
  const title = titleOf(name, explicit, derived, media);
  const contentType = sent && contentTypeOf(sent, contents);
  const response = name === undefined ? undefined : responses.find((each) => each.example === name);
  const request: RequestPlan = {
    path,
    query,
    headers,
    cookies,
    ...(body !== undefined && { body }),
    ...(contentType !== undefined && { contentType }),
    partHeaders: new Map(parts),
  };
  return { name: title, request, ...(response !== undefined && { response }) };
}

function exampleTitle(name: string | undefined): string {
  return name === undefined ? 'example' : `example "${name}"`;
}

/** Title of a case: the name of the example, and what is taken from schemas instead. */
function titleOf(
  name: string | undefined,
  explicit: number,
  derived: readonly string[],
  media: string,
): string {
  const source = `from the schema: ${derived.join(', ')}`;
  if (explicit > 0)
    return `${exampleTitle(name)}${media}${derived.length === 0 ? '' : `, ${source}`}`;
  return derived.length === 0 ? `without arguments${media}` : `values ${source}${media}`;
}

/** The example of a content with this name, otherwise the one without a name. */
function exampleNamed(
  { examples, exampleNames = [] }: Pick<Content, 'examples' | 'exampleNames'>,
  name: string | undefined,
  { ignoresExamples }: OneCaseContext,
): Json | undefined {
  if (ignoresExamples === true) return undefined;
  const named = name === undefined ? -1 : exampleNames.indexOf(name);
  const unnamed = examples.findIndex((_, index) => exampleNames[index] === undefined);
  return examples[named >= 0 ? named : unnamed];
}

/** The value of a parameter: its example, or one from the schema if it is required. Returns `undefined` if it is not sent. */
function parameterValue(
  parameter: Parameter,
  name: string | undefined,
  context: OneCaseContext,
): FoundValue | undefined {
  const { schema, required, wire, in: place } = parameter;
  const { values, secrets, ignoresExamples } = context;
  const isSecret = secrets.has(`${place} ${parameter.name.toLowerCase()}`);
  if (!required && isSecret) return undefined;
  const source =
    wire.kind === 'content' && parameter.examples.length === 0 ? wire.content : parameter;
  const own = exampleNamed(source, name, context);
  const [first] = ignoresExamples === true ? [] : source.examples;
  const example = own ?? (required ? first : undefined);
  if (example !== undefined) {
    const value = [example, ...readText(example)].find((each) => values.isValid(schema, each));
    if (value === undefined)
      return {
        skip: `the example of the parameter "${parameter.name}" does not satisfy its schema`,
      };
    return { value: { kind: 'json', value, schema }, isDerived: false };
  }
  if (!required) return undefined;
  const value = values.derive(schema);
  return value === undefined
    ? { skip: `no value is found that satisfies the schema of the parameter "${parameter.name}"` }
    : { value, isDerived: true };
}

/** Values of an example that is written as it is sent: a number, a boolean, or a list with commas. */
function readText(example: Json): readonly Json[] {
  if (typeof example !== 'string' || example.trim() === '') return [];
  const items = example.split(',');
  const numbers = items.map(Number);
  const areNumbers = numbers.every((each) => !Number.isNaN(each));
  return [
    ...(areNumbers && numbers.length === 1 ? numbers : []),
    ...(example === 'true' || example === 'false' ? [example === 'true'] : []),
    items,
    ...(areNumbers ? [numbers] : []),
  ];
}

function rpcCase(
  { arguments: { rpcParams } }: OperationPlan,
  { params: { members } }: JsonRpcBinding,
  { values }: CaseContext,
): CasePlan {
  const [only] = members;
  const needed =
    rpcParams === 'single' ? members.slice(0, 1) : members.filter((each) => each.required);
  const found = needed.map(({ name, schema }) => [name, values.derive(schema)] as const);
  const missing = found.find(([, value]) => value === undefined);
  const title =
    needed.length === 0
      ? 'without arguments'
      : `values from the schema: ${needed.map(({ name }) => name).join(', ')}`;
  if (missing !== undefined)
    return {
      name: title,
      skip: `no value is found that satisfies the schema of the param "${missing[0]}"`,
    };
  const present = new Map(
    found.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const single = only === undefined ? undefined : present.get(only.name);
  const body: ValuePlan | undefined =
    rpcParams === 'single' ? single : { kind: 'object', members: present };
  return { name: title, request: { ...emptyRequest, ...(body !== undefined && { body }) } };
}

const none: ReadonlyMap<string, ValuePlan> = new Map();

const emptyRequest: RequestPlan = {
  path: none,
  query: none,
  headers: none,
  cookies: none,
  partHeaders: none,
};
