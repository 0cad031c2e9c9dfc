import type { Content } from '../model/api.js';
import { isStream } from '../model/stream-forms.js';
import { partHeaders } from '../plan/part-headers.js';
import type { Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { code, type Code, join, propertyName, stringLiteral } from './code.js';
import type { FileScope } from './source-file.js';
import { itemsType } from './items-type.js';
import { directions, type Party } from './party.js';
import { receivedLines } from './part-headers.js';
import { typeOf } from './type-of.js';

/**
 * The type of a body that may come in any of these contents; `undefined` where there is none. Streams of failures are read as `text`: what
 * is wrong is not told item by item.
 */
export function bodyType(
  plan: Plan,
  scope: FileScope,
  contents: readonly Content[],
  party: Party,
  streams: 'items' | 'text' = 'items',
): Code {
  if (contents.length === 0) return code`undefined`;
  const types = contents.map((content) =>
    streams === 'text' && isStream(content)
      ? code`string`
      : contentType(plan, scope, content, party),
  );
  return join([...new Set(types)], ' | ');
}

function contentType(plan: Plan, scope: FileScope, content: Content, party: Party): Code {
  switch (content.codec) {
    case 'json':
    case 'xml':
    case 'form':
    case 'multipart':
      if (content.streamsParts === true && party === 'server-receives')
        return partsType(plan, scope, content);
      return content.schema === undefined
        ? code`unknown`
        : received(
            plan,
            scope,
            content,
            party,
            typeOf(plan, scope, content.schema, {
              direction: directions[party],
              representation: 'value',
            }),
          );
    case 'text':
    case 'xml-text':
      return code`string`;
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return itemsType(plan, scope, content, party);
    case 'binary':
    case 'opaque':
      return bytesType(scope, party);
  }
}

/** What a client may give as bytes of several kinds, a handler gets as a `File`. */
function received(plan: Plan, scope: FileScope, content: Content, party: Party, type: Code): Code {
  const isTaken = party === 'server-receives' || party === 'receiver-receives';
  const { parts = [], others } = plan.formOf(content) ?? {};
  return isTaken && (others?.bytes === true || parts.some(({ bytes }) => bytes))
    ? code`${scope.name(runtimeNames.server.ReceivedForm)}<${type}>`
    : type;
}

/** Parts as they come: what is bytes is a stream, everything else its value. */
function partsType(plan: Plan, scope: FileScope, content: Content): Code {
  const form =
    content.schema === undefined
      ? code`{}`
      : typeOf(plan, scope, content.schema, { direction: 'send', representation: 'value' });
  const parts = plan.formOf(content)?.parts ?? [];
  const files = parts.filter(({ bytes }) => bytes).map(({ name }) => stringLiteral(name));
  const names = files.length === 0 ? code`never` : join(files, ' | ');
  const lines = partHeaders(plan.api.schemas, content).map(
    (part) =>
      code`readonly ${propertyName(part.name)}: ${receivedLines(plan, scope, part, 'send')}`,
  );
  const headers = lines.length === 0 ? code`` : code`, { ${join(lines, '; ')} }`;
  return code`AsyncIterable<${scope.name(runtimeNames.server.FormPart)}<${form}, ${names}${headers}>>`;
}

function bytesType(scope: FileScope, party: Party): Code {
  const { types, server } = runtimeNames;
  switch (party) {
    case 'client-sends':
    case 'sender-sends':
      return code`Uint8Array | Blob | ${scope.name(types.StreamBody)}`;
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
