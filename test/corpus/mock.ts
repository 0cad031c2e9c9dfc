import { emitters } from '../../generator/emitters/index.js';
import { planPackage } from '../../generator/emitters/plan-package.js';
import { validatorsOf } from '../../generator/emitters/validators/plan.js';
import { emitValidators } from '../../generator/emitters/validators/validators.js';
import { createFakes } from '../../runtime/fakes/create-fakes.js';
import { outcomeCheckAt, type ResponseCheckTable } from '../../runtime/core/check.js';
import { createLowering } from '../../generator/emitters/fake-tables/lower.js';
import { compileOperation, restrictTo, shapesOf } from '../../generator/mock/compile-operation.js';
import { evaluateChecks } from '../../generator/mock/evaluate.js';
import type { Endpoint } from '../../generator/mock/endpoints.js';
import type { Api, Operation, Parameter } from '../../generator/model/api.js';
import type { SchemaId } from '../../generator/model/schema.js';
import { matches } from '../../generator/patterns/matches.js';
import { printSourceFile } from '../../generator/printer/print.js';

/** A request that satisfies its description. */
export interface ValidRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * Makes a valid request from fakes of what is required, with any credentials. Returns `undefined` for requests whose form is not that of
 * most: parameters that are lists or objects, bodies that are not JSON, and schemas without fakes.
 */
export function validRequest(endpoint: Endpoint): ValidRequest | undefined {
  const { api, base, path, operations } = endpoint;
  const [operation] = operations;
  if (operation?.binding.kind !== 'http') return undefined;
  const { method } = operation.binding;
  const { request } = operation;
  const fake = fakesOf(api, operation);
  const texts = new Map<Parameter, string>();
  for (const parameter of operation.parameters) {
    // The client of the test sets these headers by itself.
    if (parameter.in === 'header' && /^(?:accept|user-agent)/i.test(parameter.name))
      return undefined;
    if (!parameter.required) continue;
    const isUsual =
      parameter.wire.kind === 'style' && ['simple', 'form'].includes(parameter.wire.style);
    const text = isUsual ? plainText(fake(parameter.schema)) : undefined;
    if (text === undefined || parameter.in === 'querystring') return undefined;
    texts.set(parameter, text);
  }
  const content = request?.contents.find(({ codec }) => codec === 'json');
  const value = content?.schema === undefined ? undefined : fake(content.schema);
  const isSent = request?.required === true;
  if (isSent && (value === undefined || method === 'GET' || method === 'HEAD')) return undefined;
  const credentials = credentialsOf(api, operation);
  const valuesIn = (location: string): readonly (readonly [string, string])[] => {
    const given = [...texts].filter(([each]) => each.in === location);
    const own = given.map(([{ name }, text]) => [name, text] as const);
    const names = new Set(own.map(([name]) => name));
    const secrets = credentials.filter((each) => each.in === location && !names.has(each.name));
    return [...own, ...secrets.map(({ name, value: text }) => [name, text] as const)];
  };
  const cookies = valuesIn('cookie').map(([name, text]) => `${name}=${text}`);
  const mediaType =
    content?.mediaType.includes('*') === true ? 'application/json' : content?.mediaType;
  const written = [base, ...path].map((part) => {
    if (typeof part === 'string') return part;
    const parameter = operation.parameters[part];
    return parameter && encodeURIComponent(texts.get(parameter) ?? '');
  });
  const search = new URLSearchParams(Object.fromEntries(valuesIn('query'))).toString();
  return {
    method,
    target: `${written.join('')}${search === '' ? '' : `?${search}`}`,
    headers: {
      ...Object.fromEntries(valuesIn('header')),
      ...(cookies.length > 0 && { Cookie: cookies.join('; ') }),
      ...(isSent && mediaType !== undefined && { 'Content-Type': mediaType }),
    },
    body: isSent ? JSON.stringify(value) : undefined,
  };
}

/** Makes values that clients send; `undefined` if there is none. */
function fakesOf(api: Api, operation: Operation): (id: SchemaId) => unknown {
  const shapes = shapesOf(restrictTo(api, [operation]));
  const lowering = createLowering(shapes, () => undefined);
  const bodies = (operation.request?.contents ?? []).flatMap(({ schema }) => schema ?? []);
  const ids = [...operation.parameters.map(({ schema }) => schema), ...bodies];
  const schemas = new Map(ids.map((id) => [id, lowering.subschema(id)]));
  const fakes = createFakes(lowering.table(), {
    test: (pattern, text) => matches(shapes.schemas, pattern, text) === true,
  });
  return (id) => {
    try {
      return fakes.make({ schema: schemas.get(id) ?? true, name: 'request', direction: 'send' });
    } catch {
      return undefined;
    }
  };
}

interface Credential {
  readonly in: string;
  readonly name: string;
  readonly value: string;
}

/** Some value for every scheme of the first alternative. */
function credentialsOf(api: Api, { security: [first] }: Operation): readonly Credential[] {
  return (first?.schemes ?? []).flatMap(({ key }): Credential | readonly Credential[] => {
    const scheme = api.securitySchemes.find((each) => each.key === key)?.scheme;
    switch (scheme?.kind) {
      case 'apiKey':
        return { in: scheme.in, name: scheme.name, value: 'abc' };
      case 'http':
        return { in: 'header', name: 'Authorization', value: `${scheme.scheme} abc` };
      case 'oauth2':
      case 'openIdConnect':
        return { in: 'header', name: 'Authorization', value: 'Bearer abc' };
      default:
        return [];
    }
  });
}

/** Text of a value that every style spells the same way. */
function plainText(value: unknown): string | undefined {
  if (typeof value === 'boolean' || Number.isInteger(value)) return String(value);
  const isUsable = typeof value === 'string' && /^\w[\w -]*\w$|^\w$/.test(value);
  return isUsable ? value : undefined;
}

const needed = new Set(['types', 'validators']);

/** Why a JSON response violates its schema, by the checks that `generate` would emit; nothing if it does not. */
export function violationsOf(
  api: Api,
  operation: Operation,
  status: number,
  body: unknown,
): readonly string[] {
  const { descriptor } = compileOperation(api, operation);
  const own = restrictTo(api, [operation]);
  const selected = emitters.map((emitter) => ({
    emitter,
    options: {},
    isSelected: needed.has(emitter.name),
  }));
  const options = {
    kind: 'sources',
    name: 'mock',
    checkExtension: '.js',
    splitsChecks: false,
    linearPatterns: true,
    runtimeRange: '^0',
  } as const;
  const plan = planPackage(own, shapesOf(own), options, selected).value;
  if (plan === undefined) throw new Error('the operation has a plan');
  const file = emitValidators(plan).find(({ path }) => path === 'validators.js');
  if (file === undefined) return [];
  const table = evaluateChecks(printSourceFile(file)).get(
    validatorsOf(plan).responseChecks.name,
  ) as ResponseCheckTable;
  const index = descriptor.outcomes.findIndex((outcome) => outcome.status === status);
  const range = descriptor.outcomes.findIndex(
    ({ status: when }) => when === 'default' || when === `${Math.floor(status / 100)}XX`,
  );
  const at = index < 0 ? range : index;
  const contents = outcomeCheckAt(table[descriptor.id], at)?.contents ?? [];
  const json = descriptor.outcomes[at]?.contents?.findIndex(({ codec }) => codec === 'json') ?? -1;
  const check = contents[json];
  return check === undefined
    ? []
    : check.check(body).map(({ pointer, expected }) => `${pointer} ${expected}`);
}
