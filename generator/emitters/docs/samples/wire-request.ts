import type { ParameterDescriptor } from '../../../../runtime/core/descriptor.js';
import { prepareCookie } from '../../../../runtime/core/parameters/cookie.js';
import { encodeForm } from '../../../../runtime/core/parameters/form.js';
import { prepareHeader } from '../../../../runtime/core/parameters/header.js';
import { preparePath } from '../../../../runtime/core/parameters/path.js';
import { prepareQuery } from '../../../../runtime/core/parameters/query.js';
import { redacted } from '../../../core/address.js';
import { wireTypeOf } from '../../../model/analysis/wire-type.js';
import type { Content, HttpBinding, JsonRpcBinding, Parameter } from '../../../model/api.js';
import type { Json } from '../../../model/schema.js';
import type { OperationPlan, Plan } from '../../../plan/plan.js';
import { defaultServer } from '../../../typescript/examples/address.js';
import {
  exampleJson,
  exampleParameterJson,
  exampleSchemaJson,
} from '../../../typescript/examples/value.js';
import { credentialsOf, type WireCredentials } from './wire-credentials.js';

/** Text with environment variables in it. */
export type Template = readonly (string | { readonly variable: string })[];

/** An example request as it is on the wire, for samples without the generated client. */
export interface WireRequest {
  readonly method: string;
  readonly url: Template;
  readonly headers: readonly (readonly [name: string, value: Template])[];
  readonly body?: WireBody;
  /** User and password of HTTP Basic authentication. */
  readonly basic?: { readonly user: string; readonly password: string };
  /** Files of a client certificate are required. */
  readonly hasCertificate: boolean;
  /** What a sample cannot show, in sentences. */
  readonly notes: readonly string[];
}

/** Body of an example request. */
export type WireBody =
  | { readonly kind: 'json'; readonly value: Json }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'form'; readonly parts: readonly WirePart[] };

/** Part of a multipart form: a text, JSON or a file. */
export interface WirePart {
  readonly name: string;
  readonly text?: string;
  readonly type?: string;
  readonly file?: string;
}

/**
 * An example request with what is required, encoded by the same functions as the requests of the
 * generated client. `undefined` if no request can be shown: the path is not fixed, or no example can
 * be sent.
 */
export function wireRequest(plan: Plan, operation: OperationPlan): WireRequest | undefined {
  const { binding } = operation.operation;
  const http = binding.kind === 'http' ? binding : binding.endpoint;
  try {
    return requestOf(plan, operation, http, binding.kind === 'http' ? undefined : binding);
  } catch (error) {
    // A value that cannot be sent, such as an example with a line break for a header.
    if (error instanceof Error && (error.name === 'EncodingError' || error instanceof URIError))
      return undefined;
    throw error;
  }
}

function requestOf(
  plan: Plan,
  { operation, id }: OperationPlan,
  { target, method }: HttpBinding,
  rpc: JsonRpcBinding | undefined,
): WireRequest | undefined {
  if (!('parts' in target)) return undefined;
  const credentials = credentialsOf(plan, operation.security);
  const all = operation.parameters.map((parameter) => describe(plan, parameter));
  const sent = operation.parameters.filter(
    (each) =>
      (each.required || each.in === 'path') &&
      !credentials.sends.has(`${each.in} ${each.name.toLowerCase()}`),
  );
  const valueOf = (parameter: Parameter): unknown => sendableValue(plan, parameter);
  const path = preparePath({
    id,
    method,
    input: 'none',
    outcomes: [],
    parameters: all,
    path: target.parts.map((part) =>
      typeof part === 'string'
        ? part
        : all.findIndex(({ name, in: place }) => place === 'path' && name === part.parameter),
    ),
  })(
    target.parts.flatMap((part) => {
      const parameter = operation.parameters.find(
        ({ name, in: place }) =>
          typeof part !== 'string' && place === 'path' && name === part.parameter,
      );
      return parameter === undefined || parameter.credential === true ? [] : [valueOf(parameter)];
    }),
  );
  const encoded = (
    place: Parameter['in'],
    encode: (parameter: ParameterDescriptor) => (value: unknown) => readonly string[],
  ): readonly string[] =>
    sent
      .filter((each) => each.in === place)
      .flatMap((each) => encode(describe(plan, each))(valueOf(each)));
  const query = [
    ...encoded('query', (each) => prepareQuery(each, { parameters: all })),
    ...encoded('querystring', (each) => prepareQuery(each)),
  ];
  const cookies = encoded('cookie', (each) => prepareCookie(each, all));
  const headers = sent
    .filter((each) => each.in === 'header')
    .flatMap((each): WireRequest['headers'] => {
      const value = prepareHeader(describe(plan, each))(valueOf(each));
      return value === undefined ? [] : [[each.name, [value]]];
    });
  const [content] = operation.request?.contents ?? [];
  const body = rpc === undefined ? content && bodyOf(plan, content) : rpcBody(plan, rpc);
  const hasType = body !== undefined && body.kind !== 'form';
  const mediaType = rpc === undefined ? (content?.mediaType ?? '') : 'application/json';
  return {
    method,
    url: urlOf(plan, operation.servers, path, query, credentials),
    headers: [
      ...headers,
      ...credentials.headers,
      ...cookieHeader(cookies, credentials),
      ...(hasType && !mediaType.includes('*') ? [['Content-Type', [mediaType]] as const] : []),
    ],
    ...(body === undefined ? {} : { body }),
    ...(credentials.basic === undefined ? {} : { basic: credentials.basic }),
    hasCertificate: credentials.hasCertificate,
    notes: credentials.notes,
  };
}

function describe({ api: { schemas } }: Plan, parameter: Parameter): ParameterDescriptor {
  const { name, in: place, required, wire, schema, credential } = parameter;
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    ...(wire.kind === 'style'
      ? {
          style: wire.style,
          explode: wire.explode,
          ...(wire.allowReserved ? { allowReserved: wire.allowReserved } : {}),
          ...(wire.allowEmptyValue ? { allowEmptyValue: wire.allowEmptyValue } : {}),
        }
      : {
          content: {
            mediaType: wire.content.mediaType,
            codec: wire.content.codec === 'xml-text' ? 'xml' : wire.content.codec,
          },
        }),
    type: wireTypeOf(schemas, schema) as ParameterDescriptor['type'],
    ...(credential === true ? { credential } : {}),
  };
}

/** An example that can be sent: a path needs a text, and a required list an item. */
function sendableValue(plan: Plan, parameter: Parameter): unknown {
  const value = exampleParameterJson(plan, parameter);
  if (value === null || value === '') return 'text';
  if (Array.isArray(value) && value.length === 0) return ['text'];
  return value;
}

function urlOf(
  plan: Plan,
  servers: Plan['api']['servers'],
  path: string,
  query: readonly string[],
  credentials: WireCredentials,
): Template {
  const server = defaultServer({ ...plan.api, servers }) ?? new URL('https://api.example.com');
  const base = redacted((server.origin + server.pathname).replace(/\/+$/, ''));
  const parts: Template[] = [
    ...query.map((pair) => [pair]),
    ...credentials.query.map(([name, value]) => [`${encodeURIComponent(name)}=`, ...value]),
  ];
  return [`${base}${path}`, ...parts.flatMap((part, index) => [index === 0 ? '?' : '&', ...part])];
}

function cookieHeader(
  cookies: readonly string[],
  credentials: WireCredentials,
): WireRequest['headers'] {
  const parts: readonly Template[] = [
    ...cookies.map((pair) => [pair]),
    ...credentials.cookies.map(([name, value]) => [`${name}=`, ...value]),
  ];
  if (parts.length === 0) return [];
  return [['Cookie', parts.flatMap((part, index) => [...(index === 0 ? [] : ['; ']), ...part])]];
}

function rpcBody(plan: Plan, { method, params }: JsonRpcBinding): WireBody {
  const values = params.members.filter(
    ({ required }, index) =>
      required ||
      (params.kind === 'by-position' && params.members.slice(index).some((each) => each.required)),
  );
  const given = values.map(({ name, schema }) => [name, exampleSchemaJson(plan, schema)] as const);
  const value: Json =
    params.kind === 'by-name' ? Object.fromEntries(given) : given.map(([, each]) => each);
  return {
    kind: 'json',
    value: {
      jsonrpc: '2.0',
      id: 1,
      method,
      ...(params.members.length === 0 ? {} : { params: value }),
    },
  };
}

const fileNames: Readonly<Partial<Record<Content['codec'], string>>> = {
  xml: 'body.xml',
  'xml-text': 'body.xml',
  'json-lines': 'body.jsonl',
  'json-seq': 'body.json-seq',
  sse: 'events.txt',
};

function bodyOf(plan: Plan, content: Content): WireBody {
  const value = exampleJson(plan, content);
  const form = plan.formOf(content);
  switch (content.codec) {
    case 'json':
      return { kind: 'json', value };
    case 'text':
      return { kind: 'text', text: typeof value === 'string' ? value : 'text' };
    case 'form': {
      const members = form?.members as ParameterDescriptor['type']['properties'];
      const parts = Object.fromEntries(
        (form?.parts ?? []).map(({ name, contentType, spelling }) => [
          name,
          {
            ...(contentType === undefined ? {} : { contentType }),
            ...(spelling?.style === undefined ? {} : { style: formStyle(spelling.style) }),
            ...(spelling?.explode === undefined ? {} : { explode: spelling.explode }),
            ...(spelling?.allowReserved === true ? { allowReserved: true as const } : {}),
          },
        ]),
      );
      const fields = typeof value === 'object' && value !== null ? value : {};
      return {
        kind: 'text',
        text: encodeForm({ ...(members === undefined ? {} : { members }), parts }, fields, ''),
      };
    }
    case 'multipart':
      return { kind: 'form', parts: partsOf(value, form) };
    default:
      return { kind: 'file', file: fileNames[content.codec] ?? 'body.bin' };
  }
}

function formStyle(style: string): 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' {
  return style === 'spaceDelimited' || style === 'pipeDelimited' || style === 'deepObject'
    ? style
    : 'form';
}

function partsOf(value: Json, form: ReturnType<Plan['formOf']>): readonly WirePart[] {
  const files = new Set((form?.parts ?? []).flatMap(({ name, bytes }) => (bytes ? [name] : [])));
  const given = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return given.flatMap(([name, member]): readonly WirePart[] => {
    if (files.has(name)) return [{ name, file: 'file.bin' }];
    const items: readonly Json[] = isList(member) ? member : [member];
    return items.flatMap((item): readonly WirePart[] => {
      if (item === null) return [];
      return typeof item === 'object'
        ? [{ name, text: JSON.stringify(item), type: 'application/json' }]
        : [{ name, text: String(item) }];
    });
  });
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
