import { invalidComponentName } from '../diagnostics/names.js';
import { invalidValue, looseForm } from '../../../core/diagnostics/values.js';
import { undeclaredVariable } from '../../../core/diagnostics/references.js';
import { didYouMean } from '../../../core/suggestion.js';
import type { ServerVariable } from '../../api.js';
import type { MessageServer } from '../../message.js';
import { readFeedRates } from '../extensions/feed/flow-control.js';
import { member } from '../json.js';
import {
  checkMembers,
  extensionsOf,
  mapAt,
  optional,
  originAt,
  requiredText,
  textAt,
  textsAt,
} from '../openapi/node.js';
import type { ObjectNode, ValueNode } from '../openapi/node.js';
import { reportDefault } from './address.js';
import { readBindings } from './bindings.js';
import { isVersion2, onceIn, resolveNode } from './reading.js';
import type { AsyncReading } from './reading.js';
import { readSecurity } from './security.js';
import { checkDocs, readTags } from './tags.js';

const SHARED = [
  'protocol',
  'protocolVersion',
  'description',
  'variables',
  'security',
  'tags',
  'bindings',
];
const MEMBERS_2 = [...SHARED, 'url'];
const MEMBERS_3 = [...SHARED, 'host', 'pathname', 'title', 'summary', 'externalDocs'];

/** Reads one server (AsyncAPI 3.0 section "Server Object"). */
export function readServer(
  reading: AsyncReading,
  name: string,
  valueNode: ValueNode,
): MessageServer | undefined {
  const what = `the server "${name}"`;
  return onceIn(reading, reading.servers, valueNode, what, (node) => {
    checkName(name, valueNode);
    checkMembers(node, isVersion2(node) ? MEMBERS_2 : MEMBERS_3, 'a server');
    checkDocs(reading, [node]);
    const protocol = requiredText(node, 'protocol', what);
    const address = isVersion2(node) ? readUrl(node, what) : readHost(node, what);
    const variables = readVariables(reading, node);
    const security = readSecurity(reading, node);
    if (protocol === undefined || address === undefined) return undefined;
    checkVariables(node, address, variables);
    return {
      name,
      url: /^[^{]*:\/\//.test(address.text) ? address.text : `${protocol}://${address.text}`,
      protocol,
      ...optional('protocolVersion', textAt(node, 'protocolVersion')),
      ...optional('description', textAt(node, 'description') ?? textAt(node, 'summary')),
      variables,
      ...optional('security', security),
      ...optional('rates', readFeedRates(node)),
      tags: readTags(reading, [node]),
      bindings: readBindings(reading, [node]),
      extensions: extensionsOf(node),
      origin: node.origin,
    };
  });
}

interface ServerAddress {
  readonly text: string;
  readonly members: readonly string[];
}

function readUrl(node: ObjectNode, what: string): ServerAddress | undefined {
  const text = requiredText(node, 'url', what);
  return text === undefined ? undefined : { text, members: ['url'] };
}

/** Reads the host and path. A scheme is not allowed, because `protocol` declares it. */
function readHost(node: ObjectNode, what: string): ServerAddress | undefined {
  const host = requiredText(node, 'host', what);
  const pathname = textAt(node, 'pathname') ?? '';
  if (host === undefined) return undefined;
  const bare = host.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  if (bare !== host) {
    node.reporter.report(looseForm.scheme({ host }), originAt(node, 'host'), {
      hint: `write "${bare}", and the scheme under "protocol"`,
    });
  } else if (!/^[\w.\-:[\]{}%~]*$/.test(host)) {
    node.reporter.report(
      invalidValue.kind({ value: host, kind: 'a host' }),
      originAt(node, 'host'),
      {
        hint: 'a host is a name or an address, with an optional port after a colon; a path belongs in "pathname"',
      },
    );
    return undefined;
  }
  return {
    text: bare + (pathname === '' || pathname.startsWith('/') ? pathname : `/${pathname}`),
    members: ['host', 'pathname'],
  };
}

function readVariables(reading: AsyncReading, node: ObjectNode): readonly ServerVariable[] {
  return mapAt(node, 'variables').flatMap(([name, valueNode]) => {
    const variable = resolveNode(reading, valueNode, `the variable "${name}"`);
    return variable === undefined ? [] : [readVariable(name, variable)];
  });
}

/** Reads a variable. Its default is optional in AsyncAPI; the first of its values is used instead. */
export function readVariable(name: string, node: ObjectNode): ServerVariable {
  checkMembers(node, ['enum', 'default', 'description', 'examples'], 'a variable');
  const values = member(node.value, 'enum') === undefined ? undefined : textsAt(node, 'enum');
  const fallback = textAt(node, 'default');
  textsAt(node, 'examples');
  if (fallback !== undefined && values !== undefined && !values.includes(fallback)) {
    reportDefault(node, name, fallback, values, originAt(node, 'default'));
  }
  return {
    name,
    default: fallback ?? values?.[0] ?? '',
    ...optional('enum', values),
    ...optional('description', textAt(node, 'description')),
  };
}

function checkVariables(
  node: ObjectNode,
  address: ServerAddress,
  variables: readonly ServerVariable[],
): void {
  const declared = variables.map(({ name }) => name);
  for (const key of address.members) {
    const text = member(node.value, key);
    if (typeof text !== 'string') continue;
    for (const [, name = ''] of text.matchAll(/\{([^{}]*)\}/g)) {
      if (declared.includes(name)) continue;
      node.reporter.report(
        undeclaredVariable.server({ name }),
        originAt(node, key),
        didYouMean(name, declared),
      );
    }
  }
}

function checkName(name: string, valueNode: ValueNode): void {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return;
  valueNode.reporter.report(invalidComponentName.server({ name }), valueNode.origin, {
    part: 'key',
    hint: 'letters, digits, "_" and "-" are allowed',
  });
}
