import type { Content } from '../model/api.js';
import type { Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { code, type Code, join } from './code.js';
import type { FileScope } from './source-file.js';
import { typeOf } from './type-of.js';

/** Whose program holds the body, and whether it was made there or read there. */
export type Party = 'client-sends' | 'client-receives' | 'server-receives' | 'server-sends';

/** The type of a body that may come in any of these contents; `undefined` where there is none. */
export function bodyType(
  plan: Plan,
  scope: FileScope,
  contents: readonly Content[],
  party: Party,
): Code {
  if (contents.length === 0) return code`undefined`;
  const types = contents.map((content) => contentType(plan, scope, content, party));
  return join([...new Set(types)], ' | ');
}

function contentType(plan: Plan, scope: FileScope, content: Content, party: Party): Code {
  switch (content.codec) {
    case 'json':
    case 'form':
    case 'multipart':
      return content.schema === undefined
        ? code`unknown`
        : typeOf(plan, scope, content.schema, {
            direction: directions[party],
            representation: 'value',
          });
    case 'text':
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return code`string`;
    case 'binary':
    case 'opaque':
      return bytesType(scope, party);
  }
}

/** A request's schema is seen as it is sent on both sides, a response's as it is received. */
const directions = {
  'client-sends': 'send',
  'server-receives': 'send',
  'server-sends': 'receive',
  'client-receives': 'receive',
} as const;

function bytesType(scope: FileScope, party: Party): Code {
  const { types, server } = runtimeNames;
  switch (party) {
    case 'client-sends':
      return code`Uint8Array | ${scope.name(types.StreamBody)}`;
    case 'client-receives':
      return code`Uint8Array`;
    case 'server-receives':
      return scope.name(server.ByteStream);
    case 'server-sends':
      return scope.name(server.AnswerBytes);
  }
}
