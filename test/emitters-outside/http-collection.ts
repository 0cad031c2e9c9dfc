import {
  defineEmitter,
  emitterApiVersion,
  exampleJson,
  exampleParameterJson,
  text,
  visibleText,
  type Emitter,
  type EmitterOption,
  type Json,
  type OperationPlan,
  type Parameter,
  type Plan,
  type SecurityScheme,
} from 'tallystick/emitter';

/** Requests of the collection, in document order. */
interface Collection {
  readonly file: string;
  readonly operations: readonly OperationPlan[];
}

interface Options {
  readonly [name: string]: EmitterOption<unknown>;
  readonly file: EmitterOption<string>;
}

/** A collection of requests for the HTTP clients of editors: one for each operation. */
const httpCollection: Emitter<Collection, Options> = defineEmitter({
  apiVersion: emitterApiVersion,
  name: 'http-collection',
  options: {
    file: { summary: 'Path of the collection. Default: requests.http.', type: text },
  },
  plan({ plan, options: { file = 'requests.http' } }) {
    const operations = plan.operations.filter(
      ({ operation }) => operation.binding.kind === 'http' && 'text' in operation.binding.target,
    );
    return operations.length === 0 ? undefined : { file, operations };
  },
  *emit({ file, operations }, { plan }) {
    const requests = operations.map((each) => requestOf(plan, each));
    const variables = [`@baseUrl = ${baseUrlOf(plan)}`, ...schemesOf(plan).flatMap(variablesOf)];
    yield {
      kind: 'text',
      path: file,
      text: `${[variables.join('\n'), ...requests].join('\n\n')}\n`,
    };
  },
});

export default httpCollection;

function requestOf(plan: Plan, planned: OperationPlan): string {
  const { operation } = planned;
  const { binding, parameters, request } = operation;
  if (binding.kind !== 'http' || !('text' in binding.target)) return '';
  const schemes = schemesOf(plan).filter(({ key }) =>
    operation.security[0]?.schemes.some((each) => each.key === key),
  );
  const required = (location: Parameter['in']): readonly Parameter[] =>
    parameters.filter((each) => each.in === location && each.required);
  const path = binding.target.text.replace(/\{([^{}]*)\}/gu, (whole, name: string) => {
    const parameter = parameters.find((each) => each.in === 'path' && each.name === name);
    return parameter === undefined ? whole : encodeURIComponent(valueOf(plan, parameter));
  });
  const query = [
    ...required('query').map(
      (each) => `${encodeURIComponent(each.name)}=${encodeURIComponent(valueOf(plan, each))}`,
    ),
    ...schemes.flatMap(({ key, scheme }) =>
      scheme.kind === 'apiKey' && scheme.in === 'query'
        ? [`${encodeURIComponent(scheme.name)}={{${variableOf(key)}}}`]
        : [],
    ),
  ];
  const [content] = request?.contents ?? [];
  const headers = [
    ...required('header').map((each) => `${line(each.name)}: ${line(valueOf(plan, each))}`),
    ...schemes.flatMap(headersOf),
    ...(content === undefined ? [] : [`Content-Type: ${line(content.mediaType)}`]),
  ];
  const body =
    content?.codec === 'json' ? ['', JSON.stringify(exampleJson(plan, content), undefined, 2)] : [];
  const target = `{{baseUrl}}${line(path)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const title = line(operation.summary?.text ?? planned.id);
  return [`### ${title}`, `${binding.method} ${target}`, ...headers, ...body].join('\n');
}

function schemesOf({ api }: Plan): readonly SecurityScheme[] {
  return api.securitySchemes;
}

function headersOf({ key, scheme }: SecurityScheme): readonly string[] {
  const value = `{{${variableOf(key)}}}`;
  if (scheme.kind === 'apiKey') {
    if (scheme.in === 'header') return [`${line(scheme.name)}: ${value}`];
    return scheme.in === 'cookie' ? [`Cookie: ${line(scheme.name)}=${value}`] : [];
  }
  const isBasic = scheme.kind === 'http' && scheme.scheme.toLowerCase() === 'basic';
  return [`Authorization: ${isBasic ? 'Basic' : 'Bearer'} ${value}`];
}

function variablesOf({ key }: SecurityScheme): readonly string[] {
  return [`@${variableOf(key)} = secret`];
}

function variableOf(key: string): string {
  return key.replace(/\W+/gu, '_');
}

function baseUrlOf({ api: { servers } }: Plan): string {
  const [server] = servers;
  const values = new Map(server?.variables.map((each) => [each.name, each.default]));
  const url = server?.url.replace(
    /\{([^{}]*)\}/gu,
    (whole, name: string) => values.get(name) ?? whole,
  );
  return line(url ?? 'https://api.example.com').replace(/\/+$/u, '');
}

function valueOf(plan: Plan, parameter: Parameter): string {
  return textOf(exampleParameterJson(plan, parameter)) || 'value';
}

function textOf(value: Json): string {
  if (value === null) return '';
  return typeof value === 'object' ? Object.values(value).map(textOf).join(',') : String(value);
}

/** Text of the description on one line, so that it can neither begin a request nor a header. */
function line(value: string): string {
  return visibleText(value).replace(/\s+/gu, ' ').trim();
}
