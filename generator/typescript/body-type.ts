import type { Content } from '../model/api.js';
import { formShape } from '../model/form-shape.js';
import { isStream } from '../model/analysis/stream-forms.js';
import { partHeaders } from '../plan/part-headers.js';
import type { Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { code, type Code, propertyName, stringLiteral } from '../printer/code.js';
import { generic, objectType, union } from '../printer/types.js';
import type { FileScope } from '../printer/source-file.js';
import { itemsType } from './items-type.js';
import { roleDirections, type EndpointRole } from './endpoint-role.js';
import { receivedHeadersType } from './part-headers.js';
import { shapeType, typeExpression } from './type-expression.js';

/**
 * Type of a body with any of the given contents, or `undefined` if there are none. Streams in
 * failures have the type `string`.
 */
export function bodyType(
  plan: Plan,
  scope: FileScope,
  contents: readonly Content[],
  role: EndpointRole,
  streams: 'items' | 'text' = 'items',
): Code {
  if (contents.length === 0) return code`undefined`;
  const types = contents.map((content) =>
    streams === 'text' && isStream(content)
      ? code`string`
      : contentType(plan, scope, content, role),
  );
  return union(types);
}

function contentType(plan: Plan, scope: FileScope, content: Content, role: EndpointRole): Code {
  switch (content.codec) {
    case 'json':
    case 'xml':
    case 'form':
    case 'multipart':
      if (content.streamsParts === true && role === 'server-receives')
        return partsType(plan, scope, content);
      return receivedType(plan, scope, content, role, valueType(plan, scope, content, role));
    case 'text':
    case 'xml-text':
      return code`string`;
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return itemsType(plan, scope, content, role);
    case 'binary':
    case 'opaque':
      return bytesType(scope, role);
  }
}

/** Type of the value that a content describes. */
function valueType(plan: Plan, scope: FileScope, content: Content, role: EndpointRole): Code {
  const use = { direction: roleDirections[role], representation: 'value' } as const;
  const shape = formShape(plan.shapes, content, use);
  if (shape !== undefined) return shapeType(plan, scope, shape, use);
  return content.schema === undefined
    ? code`unknown`
    : typeExpression(plan, scope, content.schema, use);
}

/** Handlers receive binary parts as `File`, although clients may send several kinds of bytes. */
function receivedType(
  plan: Plan,
  scope: FileScope,
  content: Content,
  role: EndpointRole,
  type: Code,
): Code {
  const isReceived = role === 'server-receives' || role === 'receiver-receives';
  return isReceived && plan.formOf(content)?.hasFiles === true
    ? generic(scope.name(runtimeNames.server.ReceivedForm), [type])
    : type;
}

/** Type of streamed parts: a stream for bytes, and the value for all others. */
function partsType(plan: Plan, scope: FileScope, content: Content): Code {
  const form =
    content.schema === undefined
      ? code`{}`
      : typeExpression(plan, scope, content.schema, { direction: 'send', representation: 'value' });
  const parts = plan.formOf(content)?.parts ?? [];
  const files = parts.filter(({ bytes }) => bytes).map(({ name }) => stringLiteral(name));
  const names = files.length === 0 ? code`never` : union(files);
  const headerTypes = partHeaders(plan.api.schemas, content).map((part) => ({
    label: code`readonly ${propertyName(part.name)}`,
    type: receivedHeadersType(plan, scope, part, 'send'),
  }));
  const headers = headerTypes.length === 0 ? [] : [objectType(headerTypes)];
  const part = generic(scope.name(runtimeNames.server.FormPart), [form, names, ...headers]);
  return generic(code`AsyncIterable`, [part]);
}

function bytesType(scope: FileScope, role: EndpointRole): Code {
  const { types, server } = runtimeNames;
  switch (role) {
    case 'client-sends':
    case 'sender-sends':
      return union([code`Uint8Array`, code`Blob`, scope.name(types.StreamBody)]);
    case 'client-receives':
    case 'sender-receives':
      return code`Uint8Array`;
    case 'server-receives':
    case 'receiver-receives':
      return scope.name(server.ByteStream);
    case 'server-sends':
    case 'receiver-sends':
      return scope.name(server.AnswerBytes);
  }
}
