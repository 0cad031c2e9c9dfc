import { omittedMember } from '../../../core/diagnostics/members.js';
import {
  defineRecoverableError,
  defineWarning,
  type DiagnosticType,
} from '../../../core/diagnostic.js';
import { invalidName } from '../diagnostics/names.js';
import { invalidValue, looseForm } from '../../../core/diagnostics/values.js';
import type { Parameter } from '../../api.js';
import type { SchemaId } from '../../schema.js';
import { didYouMean } from '../../../core/suggestion.js';
import { member } from '../json.js';
import { readCredential } from '../extensions/credential.js';
import { isFieldName } from './field-name.js';
import { readNamedExamples } from './examples.js';
import { readContents, readSchemaAt } from './media-type.js';
import {
  checkMembers,
  extensionsOf,
  flagAt,
  objectAt,
  optional,
  originAt,
  requiredText,
  proseAt,
  type ObjectNode,
  type ValueNode,
  mapAt,
} from './node.js';
import { once, type Reading, follow } from './reading.js';
import { readWire } from './style.js';

/** A header that cannot be a parameter, because another part of the description determines it. */
export const ignoredParameter: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'ignored-parameter',
  {
    default: ({ name }) => `the header "${name}" cannot be a parameter, and is omitted everywhere`,
  },
);

/** A parameter whose value is described twice, or not at all. */
export const parameterDescription: DiagnosticType<{
  both: { name: string };
  neither: { name: string };
  several: { name: string; count: number };
  querystring: void;
}> = defineRecoverableError('parameter-description', {
  both: ({ name }) => `"${name}" has both a "schema" and a "content"`,
  neither: ({ name }) => `"${name}" has neither a "schema" nor a "content"`,
  several: ({ name, count }) => `the "content" of "${name}" must list one media type, not ${count}`,
  querystring: () => 'a "querystring" parameter must be described by "content"',
});

/** A parameter with an empty `content`, whose value is any text. */
export const undescribedParameter: DiagnosticType<{ default: { name: string } }> = defineWarning(
  'undescribed-parameter',
  {
    default: ({ name }) =>
      `the "content" of "${name}" lists no media type, so its value can be any text`,
  },
);

/** A path parameter with `required: false`. */
export const optionalPathParameter: DiagnosticType<{ default: { name: string } }> =
  defineRecoverableError('optional-path-parameter', {
    default: ({ name }) => `the path parameter "${name}" must be "required: true"`,
  });

const LOCATIONS = ['path', 'query', 'querystring', 'header', 'cookie'] as const;
const DESCRIBED = [
  'description',
  'required',
  'deprecated',
  'allowEmptyValue',
  'style',
  'explode',
  'allowReserved',
  'schema',
  'example',
  'examples',
  'content',
];

/**
 * Headers that cannot be parameters, each with a hint. OpenAPI ignores some; others belong to the connection and cannot be set by programs.
 */
const IGNORED_HEADERS: ReadonlyMap<string, string> = new Map([
  ['accept', 'the contents describe it'],
  ['content-type', 'the contents describe it'],
  ['authorization', 'describe it as a security scheme'],
  ['content-length', 'it follows from the body'],
  ['host', 'it follows from the address of the server'],
  ...[
    'connection',
    'keep-alive',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ].map((name) => [name, 'it belongs to the connection, of which HTTP itself takes care'] as const),
]);

/** Reads a parameter, behind references; each only once (OpenAPI 3.1.1 section 4.8.12). */
export function readParameter(reading: Reading, valueNode: ValueNode): Parameter | undefined {
  return once(reading, valueNode, 'a parameter', (node) => {
    checkMembers(node, ['name', 'in', ...DESCRIBED], 'a parameter');
    const name = requiredText(node, 'name', 'a parameter');
    const location = requiredText(node, 'in', `the parameter "${name ?? ''}"`);
    if (name === undefined || location === undefined) return undefined;
    const known = LOCATIONS.find((candidate) => candidate === location);
    if (known === undefined) {
      node.reporter.report(
        invalidValue.kind({ value: location, kind: 'a location of a parameter' }),
        originAt(node, 'in'),
        {
          hint:
            didYouMean(location, LOCATIONS).hint ??
            'the locations are "path", "query", "header" and "cookie"',
        },
      );
      return undefined;
    }
    if (known === 'header' && IGNORED_HEADERS.has(name.toLowerCase())) {
      reportIgnored(reading, node, name);
      return undefined;
    }
    if ((known === 'header' || known === 'cookie') && !isFieldName(name)) {
      node.reporter.report(invalidName.default({ name, kind: known }), originAt(node, 'name'));
      return undefined;
    }
    return readDescribed(reading, node, name, known);
  });
}

/** Reports each header name only once, because documents usually repeat it in every operation (OpenAPI 3.1.1 section 4.8.12.2.1). */
function reportIgnored(reading: Reading, node: ObjectNode, name: string): void {
  const key = name.toLowerCase();
  if (reading.ignoredHeaders.has(key)) return;
  reading.ignoredHeaders.add(key);
  node.reporter.report(ignoredParameter.default({ name }), node.origin, {
    hint: IGNORED_HEADERS.get(key) ?? '',
  });
}

/** Reads the fields that parameters and headers have in common: the description of their value. */
function readDescribed(
  reading: Reading,
  node: ObjectNode,
  name: string,
  location: Parameter['in'],
): Parameter {
  const described = readValue(reading, node, name, location);
  const stated = flagAt(node, 'required');
  if (location === 'path' && stated !== true) {
    // An absent "required" can only mean true; "required: false" may mean that there is also a path without the parameter.
    const sentence =
      stated === undefined
        ? omittedMember.pathParameter({ name })
        : optionalPathParameter.default({ name });
    node.reporter.report(sentence, node.origin, {
      hint: 'a path without it is a different path: write "required: true"',
    });
  }
  return {
    name,
    in: location,
    required: location === 'path' || (stated ?? false),
    deprecated: flagAt(node, 'deprecated') ?? false,
    ...optional('description', proseAt(node, 'description')),
    ...readNamedExamples(
      reading,
      node,
      described.wire.kind === 'style' ? { schema: described.schema, text: 'wire' } : undefined,
    ),
    ...described,
    ...(readCredential(node, location) ? { credential: true as const } : {}),
    extensions: extensionsOf(node),
    origin: node.origin,
  };
}

function readValue(
  reading: Reading,
  node: ObjectNode,
  name: string,
  location: Parameter['in'],
): Pick<Parameter, 'schema' | 'wire'> {
  const schema = readSchemaAt(reading, node, 'schema');
  const hasContent = member(node.value, 'content') !== undefined;
  const contents = hasContent ? readContents(reading, node) : [];
  const [content] = contents;
  if (schema !== undefined && hasContent) {
    node.reporter.report(parameterDescription.both({ name }), originAt(node, 'content'), {
      part: 'key',
    });
  }
  if (contents.length > 1) {
    node.reporter.report(
      parameterDescription.several({ name, count: contents.length }),
      originAt(node, 'content'),
      { part: 'key' },
    );
  }
  if (location === 'querystring' && schema !== undefined) {
    node.reporter.report(parameterDescription.querystring(), originAt(node, 'schema'), {
      part: 'key',
    });
  }
  if (schema !== undefined) return { schema, wire: readWire(node, location) };
  if (hasContent) reportStyle(node);
  if (hasContent && Object.keys(objectAt(node, 'content')?.value ?? { none: true }).length === 0)
    node.reporter.report(undescribedParameter.default({ name }), originAt(node, 'content'), {
      part: 'key',
      hint: 'list one media type, or describe the value by a "schema"',
    });
  if (content !== undefined) {
    return {
      schema: content.schema ?? anything(reading, node),
      wire: { kind: 'content', content },
    };
  }
  if (!hasContent) {
    node.reporter.report(parameterDescription.neither({ name }), node.origin);
  }
  return { schema: anything(reading, node), wire: readWire(node, location) };
}

/** Reports a style beside `content`: `style` and related members apply to a `schema` only (section 4.8.12.2). */
function reportStyle(node: ObjectNode): void {
  const name = ['style', 'explode', 'allowReserved'].find((each) =>
    Object.hasOwn(node.value, each),
  );
  if (name === undefined) return;
  node.reporter.report(looseForm.besideContent({ name }), originAt(node, name), {
    part: 'key',
    hint: 'omit it, or describe the value by a "schema"',
  });
}

/** Returns a schema that accepts every value, for a value without a description. */
function anything(reading: Reading, node: ObjectNode): SchemaId {
  const pointer = `${node.pointer}/schema`;
  return reading.schemas.read({}, originAt(node), pointer, node.document.scope);
}

/** Reads the headers of a response or a part, as parameters. `Content-Type` is skipped, because the content describes it. */
export function readHeaders(reading: Reading, node: ObjectNode): readonly Parameter[] {
  return mapAt(node, 'headers').flatMap(([name, valueNode]) => {
    if (name.toLowerCase() === 'content-type') return [];
    if (!isFieldName(name)) {
      reading.reporter.report(invalidName.default({ name, kind: 'header' }), valueNode.origin, {
        part: 'key',
      });
      return [];
    }
    const header = follow(reading, valueNode, `the header "${name}"`);
    return header === undefined ? [] : [readDescribed(reading, header, name, 'header')];
  });
}

/** Reads a header of the components. */
export function readHeaderComponent(reading: Reading, name: string, valueNode: ValueNode): void {
  const header = follow(reading, valueNode, `the header "${name}"`);
  if (header !== undefined) readDescribed(reading, header, name, 'header');
}
