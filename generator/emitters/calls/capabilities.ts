import type { Content, Operation, Parameter } from '../../model/api.js';
import type { SchemaId } from '../../model/schema.js';
import { isStream } from '../../model/analysis/stream-forms.js';
import { wireTypeOf } from '../../model/analysis/wire-type.js';
import type { Identifier, OperationPlan, OutcomePlan, Plan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { dateLocations, integersOf } from '../conversions/plan.js';

/**
 * Capabilities of the runtime that an HTTP operation needs. They match its description exactly, so
 * bundles contain nothing else.
 */
export function capabilitiesOf(plan: Plan, planned: OperationPlan): readonly Identifier[] {
  const { http } = runtimeNames;
  const { operation, outcomes } = planned;
  const { binding, parameters, request, security, servers, idempotency } = operation;
  const { kind } = planned.arguments.input;
  const parametersIn = (location: Parameter['in']): readonly Parameter[] =>
    parameters.filter((parameter) => parameter.in === location);
  const path = parametersIn('path');
  const query = [...parametersIn('query'), ...parametersIn('querystring')];
  const contents = outcomes.flatMap(({ outcome }) => outcome.contents);
  const headers = outcomes.flatMap(({ outcome }) => outcome.headers);
  const simplestFor = <Item>(
    items: readonly Item[],
    isSimple: (item: Item) => boolean,
    simplePart: Identifier,
    generalPart: Identifier,
  ): readonly Identifier[] =>
    items.length === 0 ? [] : [items.every(isSimple) ? simplePart : generalPart];
  const when = (isNeeded: boolean, part: Identifier): readonly Identifier[] =>
    isNeeded ? [part] : [];
  const isPlainContent = (content: Content): boolean => isPlainJson(plan, content);
  return [
    ...(isPlainPath(binding)
      ? simplestFor(path, (each) => isSimplePath(plan, each), http.simplePath, http.styledPath)
      : [http.styledPath]),
    ...simplestFor(query, (each) => isSimpleQuery(plan, each), http.simpleQuery, http.styledQuery),
    ...when(
      parametersIn('header').length > 0 || idempotency !== undefined,
      parametersIn('header').every((each) => isSimpleHeader(plan, each))
        ? http.simpleHeaderParameters
        : http.headerParameters,
    ),
    ...when(parametersIn('cookie').length > 0, http.cookieParameters),
    ...when(kind === 'query' || kind === 'parts', http.locatedInput),
    ...simplestFor(request?.contents ?? [], isPlainContent, http.jsonBody, http.anyBody),
    ...simplestFor(
      contents,
      (content) => isPlainContent(content) && isPlainType(content.mediaType),
      http.jsonAnswers,
      http.anyAnswers,
    ),
    ...when(planned.accepts !== undefined || outcomes.some(acceptsSubset), http.negotiatedAnswers),
    ...simplestFor(
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
    ...simplestFor(
      security.flatMap(({ schemes }) => schemes),
      ({ key }) => isInHeader(plan, key),
      http.headerCredentials,
      http.credentials,
    ),
    ...when(hasOwnServers(plan, servers), http.ownServers),
  ];
}

/**
 * True if a call by default accepts only some of an outcome's contents. Streams are excluded,
 * because they have a separate call form.
 */
export function acceptsSubset({ outcome, defaultContents }: OutcomePlan): boolean {
  return outcome.contents.some(
    (content) => !isStream(content) && !defaultContents.includes(content),
  );
}

function hasOwnServers(plan: Plan, servers: Operation['servers']): boolean {
  return servers !== plan.api.servers && servers.length > 0;
}

function isPlainJson(plan: Plan, { codec, schema, item }: Content): boolean {
  const id = item ?? schema;
  return codec === 'json' && (id === undefined || isUnconverted(plan, id));
}

/** True if the values of a schema are the same in wire form and program form. */
function isUnconverted(plan: Plan, id: SchemaId): boolean {
  return (
    integersOf(plan).conversionOf(id) === undefined &&
    dateLocations(plan).conversionOf(id) === undefined
  );
}

/** True if a scheme's credential is sent unchanged in a header. */
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

/** True for `type/subtype` without wildcards and parameters. */
function isPlainType(mediaType: string): boolean {
  return /^[\w.+-]+\/[\w.+-]+$/.test(mediaType);
}

/**
 * True if the literal parts of a path need no encoding in a URL, and do not separate two values
 * within a segment.
 */
function isPlainPath(binding: Operation['binding']): boolean {
  const { target } = binding.kind === 'http' ? binding : binding.endpoint;
  const parts = 'parts' in target ? target.parts : [];
  return parts.every(
    (part, index) =>
      typeof part !== 'string' ||
      (/^[\w/.~:@!$&'()*+,;=-]*$/.test(part) && (part.includes('/') || index === parts.length - 1)),
  );
}

/** True for a single value that is a segment or a part of one. */
function isSimplePath(plan: Plan, parameter: Parameter): boolean {
  const { wire, credential } = parameter;
  return (
    credential !== true &&
    wire.kind === 'style' &&
    wire.style === 'simple' &&
    !wire.allowReserved &&
    dateLocations(plan).conversionOf(parameter.schema) === undefined &&
    isSingle(plan, parameter)
  );
}

/** True for a single value, or a list that repeats the parameter name. */
function isSimpleQuery(plan: Plan, parameter: Parameter): boolean {
  const { wire } = parameter;
  return (
    parameter.in === 'query' &&
    wire.kind === 'style' &&
    wire.style === 'form' &&
    wire.explode &&
    !wire.allowReserved &&
    !wire.allowEmptyValue &&
    dateLocations(plan).conversionOf(parameter.schema) === undefined &&
    !typesOf(plan, parameter).includes('object')
  );
}

/** True for a single value without further encoding. */
function isSimpleHeader(plan: Plan, parameter: Parameter): boolean {
  const { wire, schema } = parameter;
  return (
    wire.kind === 'style' &&
    dateLocations(plan).conversionOf(schema) === undefined &&
    isSingle(plan, parameter)
  );
}

function isSingle(plan: Plan, parameter: Parameter): boolean {
  const types = typesOf(plan, parameter);
  return !types.includes('array') && !types.includes('object');
}

/** Wire types of a value. If the schema declares none, it may be an array or an object. */
function typesOf(plan: Plan, { schema }: Parameter): readonly string[] {
  const { types } = wireTypeOf(plan.api.schemas, schema, plan.shapes.int64);
  return types.length === 0 ? ['array', 'object'] : types;
}
