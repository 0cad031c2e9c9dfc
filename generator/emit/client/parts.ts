import type { Content, Operation, Parameter } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import { isStream } from '../../model/stream-forms.js';
import { wireTypeOf } from '../../model/wire-type.js';
import type { Identifier, OperationPlan, OutcomePlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { datesOf } from '../dates.js';
import { integersOf } from '../integers.js';

/**
 * What an operation over HTTP needs of the runtime beyond what every operation needs: exactly what its description asks for, so that
 * whoever bundles one operation bundles nothing else.
 */
export function partsOf(plan: Plan, planned: OperationPlan): readonly Identifier[] {
  const { http } = runtimeNames;
  const { operation, outcomes } = planned;
  const { binding, parameters, request, security, servers, idempotency } = operation;
  const { kind } = planned.arguments.input;
  const at = (place: Parameter['in']): readonly Parameter[] =>
    parameters.filter((parameter) => parameter.in === place);
  const path = at('path');
  const query = [...at('query'), ...at('querystring')];
  const contents = outcomes.flatMap(({ outcome }) => outcome.contents);
  const headers = outcomes.flatMap(({ outcome }) => outcome.headers);
  const simplest = <Item>(
    items: readonly Item[],
    isSimple: (item: Item) => boolean,
    simple: Identifier,
    any: Identifier,
  ): readonly Identifier[] => (items.length === 0 ? [] : [items.every(isSimple) ? simple : any]);
  const when = (asked: boolean, part: Identifier): readonly Identifier[] => (asked ? [part] : []);
  const isPlain = (content: Content): boolean => isPlainJson(plan, content);
  return [
    ...(isPlainPath(binding)
      ? simplest(path, (each) => isSimplePath(plan, each), http.simplePath, http.styledPath)
      : [http.styledPath]),
    ...simplest(query, (each) => isSimpleQuery(plan, each), http.simpleQuery, http.styledQuery),
    ...when(
      at('header').length > 0 || idempotency !== undefined,
      at('header').every((each) => isSimpleHeader(plan, each))
        ? http.simpleHeaderParameters
        : http.headerParameters,
    ),
    ...when(at('cookie').length > 0, http.cookieParameters),
    ...when(kind === 'query' || kind === 'parts', http.locatedInput),
    ...simplest(request?.contents ?? [], isPlain, http.jsonBody, http.anyBody),
    ...simplest(
      contents,
      (content) => isPlain(content) && isPlainType(content.mediaType),
      http.jsonAnswers,
      http.anyAnswers,
    ),
    ...when(planned.accepts !== undefined || outcomes.some(takesSome), http.negotiatedAnswers),
    ...simplest(
      headers,
      ({ wire }) => wire.kind === 'style',
      headers.every((header) => isSingle(plan, header))
        ? http.simpleAnswerHeaders
        : http.answerHeaders,
      http.contentHeaders,
    ),
    ...when(
      outcomes.some(({ outcome }) => outcome.error !== undefined),
      http.errorWords,
    ),
    ...simplest(
      security.flatMap(({ schemes }) => schemes),
      ({ key }) => isInHeader(plan, key),
      http.headerCredentials,
      http.credentials,
    ),
    ...when(hasOwnServers(plan, servers), http.ownServers),
  ];
}

/** Whether a call takes less than what an outcome may hold; streams are left to another form of the call. */
export function takesSome({ outcome, usual }: OutcomePlan): boolean {
  return outcome.contents.some((content) => !isStream(content) && !usual.includes(content));
}

function hasOwnServers(plan: Plan, servers: Operation['servers']): boolean {
  return servers !== plan.api.servers && servers.length > 0;
}

function isPlainJson(plan: Plan, { codec, schema, item }: Content): boolean {
  const id = item ?? schema;
  return codec === 'json' && (id === undefined || isAsOnWire(plan, id));
}

/** Whether a program holds the values of a schema as they travel. */
function isAsOnWire(plan: Plan, id: SchemaId): boolean {
  return integersOf(plan).spot(id) === undefined && datesOf(plan).spot(id) === undefined;
}

/** Whether a scheme's credential stands in a header as it is. */
function isInHeader(plan: Plan, key: string): boolean {
  const scheme = plan.api.securitySchemes.find((each) => each.key === key)?.scheme;
  switch (scheme?.kind) {
    case 'apiKey':
      return scheme.in === 'header';
    case 'http':
      return scheme.scheme.toLowerCase() !== 'basic';
    default:
      return true;
  }
}

/** `type/subtype`, neither a range nor with parameters. */
function isPlainType(mediaType: string): boolean {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mediaType);
}

/** Whether the path's own text stands as it is in a URL, and separates no two values of a segment. */
function isPlainPath(binding: Operation['binding']): boolean {
  const { target } = binding.kind === 'http' ? binding : binding.endpoint;
  const parts = 'parts' in target ? target.parts : [];
  return parts.every(
    (part, index) =>
      typeof part !== 'string' ||
      (/^[\w/.~:@!$&'()*+,;=-]*$/.test(part) && (part.includes('/') || index === parts.length - 1)),
  );
}

/** A single value, a segment or a part of one. */
function isSimplePath(plan: Plan, parameter: Parameter): boolean {
  const { wire, credential } = parameter;
  return (
    credential !== true &&
    wire.kind === 'style' &&
    wire.style === 'simple' &&
    !wire.allowReserved &&
    datesOf(plan).spot(parameter.schema) === undefined &&
    isSingle(plan, parameter)
  );
}

/** A single value, or a list that repeats its name. */
function isSimpleQuery(plan: Plan, parameter: Parameter): boolean {
  const { wire } = parameter;
  return (
    parameter.in === 'query' &&
    wire.kind === 'style' &&
    wire.style === 'form' &&
    wire.explode &&
    !wire.allowReserved &&
    !wire.allowEmptyValue &&
    datesOf(plan).spot(parameter.schema) === undefined &&
    !typesOf(plan, parameter).includes('object')
  );
}

/** A single value that is written as it is. */
function isSimpleHeader(plan: Plan, parameter: Parameter): boolean {
  const { wire, schema } = parameter;
  return (
    wire.kind === 'style' && datesOf(plan).spot(schema) === undefined && isSingle(plan, parameter)
  );
}

function isSingle(plan: Plan, parameter: Parameter): boolean {
  const types = typesOf(plan, parameter);
  return !types.includes('array') && !types.includes('object');
}

/** What a value may be; a list or an object where nothing is said. */
function typesOf(plan: Plan, { schema }: Parameter): readonly string[] {
  const { types } = wireTypeOf(plan.api.schemas, schema, plan.shapes.int64);
  return types.length === 0 ? ['array', 'object'] : types;
}
