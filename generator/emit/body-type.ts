import type { Content } from '../model/api.js';
import type { Plan } from '../plan/plan.js';
import { code, type Code, join } from './code.js';
import type { FileScope } from './source-file.js';
import { typeOf } from './types/type-of.js';

/** Whose program holds the body: it is made there (`send`) or read there (`receive`). */
export type Side = 'send' | 'receive';

/** The type of a body that may come in any of these contents; `undefined` where there is none. */
export function bodyType(plan: Plan, scope: FileScope, contents: readonly Content[], side: Side): Code {
  if (contents.length === 0) return code`undefined`;
  const types = contents.map((content) => contentType(plan, scope, content, side));
  return join([...new Set(types)], ' | ');
}

function contentType(plan: Plan, scope: FileScope, content: Content, side: Side): Code {
  switch (content.codec) {
    case 'json':
    case 'form':
    case 'multipart':
      return content.schema === undefined
        ? code`unknown`
        : typeOf(plan, scope, content.schema, { direction: side, representation: 'wire' });
    case 'text':
    case 'sse':
    case 'json-lines':
    case 'json-seq':
      return code`string`;
    case 'binary':
    case 'opaque':
      return side === 'send' ? code`Uint8Array | AsyncIterable<Uint8Array>` : code`Uint8Array`;
  }
}
