import type { Content, Operation } from '../model/api.js';
import type { Plan } from '../plan/plan.js';
import { runtimeNames } from '../plan/runtime-names.js';
import { code, type Code, join } from './code.js';
import type { FileScope } from './source-file.js';
import { typeOf } from './type-of.js';

/** Whose program holds the body, and whether it was made there or read there. A webhook's request is made by its sender, and answered by its receiver. */
export type Party =
  | 'client-sends'
  | 'client-receives'
  | 'server-receives'
  | 'server-sends'
  | 'sender-sends'
  | 'sender-receives'
  | 'receiver-receives'
  | 'receiver-sends';

/** The parties of an operation: those of a call, or those of a delivery. */
export function partiesOf({ sentBy }: Operation): {
  readonly asks: Party;
  readonly hears: Party;
  readonly takes: Party;
  readonly answers: Party;
} {
  return sentBy === 'client'
    ? {
        asks: 'client-sends',
        hears: 'client-receives',
        takes: 'server-receives',
        answers: 'server-sends',
      }
    : {
        asks: 'sender-sends',
        hears: 'sender-receives',
        takes: 'receiver-receives',
        answers: 'receiver-sends',
      };
}

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
    case 'xml':
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return code`string`;
    case 'binary':
    case 'opaque':
      return bytesType(scope, party);
  }
}

/** A request's schema is seen as it is sent on both sides, a response's as it is received; what a server sends by itself is turned round. */
export const directions: { readonly [Of in Party]: 'send' | 'receive' } = {
  'sender-sends': 'receive',
  'receiver-receives': 'receive',
  'receiver-sends': 'send',
  'sender-receives': 'send',
  'client-sends': 'send',
  'server-receives': 'send',
  'server-sends': 'receive',
  'client-receives': 'receive',
};

function bytesType(scope: FileScope, party: Party): Code {
  const { types, server } = runtimeNames;
  switch (party) {
    case 'client-sends':
    case 'sender-sends':
      return code`Uint8Array | ${scope.name(types.StreamBody)}`;
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
