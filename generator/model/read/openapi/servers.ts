import { undeclaredVariable } from '../../../core/diagnostics/references.js';
import { invalidValue } from '../../../core/diagnostics/values.js';
import type { Server, ServerVariable } from '../../api.js';
import { didYouMean } from '../../../core/suggestion.js';
import { member } from '../json.js';
import {
  asNode,
  checkMembers,
  listAt,
  mapAt,
  optional,
  originAt,
  requiredText,
  textAt,
  textsAt,
} from './node.js';
import type { ObjectNode, ValueNode } from './node.js';

/** Reads the servers of a document, a path item or an operation; `undefined` if it lists none (OpenAPI 3.1.1 section 4.8.5). */
export function readServers(node: ObjectNode): readonly Server[] | undefined {
  const servers = listAt(node, 'servers').flatMap((valueNode) => {
    const server = asNode(valueNode, 'a server');
    return server === undefined ? [] : readServer(server);
  });
  return servers.length === 0 ? undefined : servers;
}

function readServer(node: ObjectNode): Server[] {
  checkMembers(node, ['url', 'description', 'variables', 'name'], 'a server');
  const url = requiredText(node, 'url', 'a server');
  const variables = mapAt(node, 'variables').flatMap(
    ([name, valueNode]) => readVariable(name, valueNode) ?? [],
  );
  if (url === undefined) return [];
  const declared = mapAt(node, 'variables').map(([name]) => name);
  for (const [, name = ''] of url.matchAll(/\{([^{}]*)\}/g)) {
    if (declared.includes(name)) continue;
    node.reporter.report(
      undeclaredVariable.server({ name }),
      originAt(node, 'url'),
      didYouMean(name, declared),
    );
  }
  return [
    {
      url,
      ...optional('description', textAt(node, 'description')),
      variables,
      origin: node.origin,
    },
  ];
}

/** Reads one variable of a server, or of `x-variables`. */
export function readVariable(name: string, valueNode: ValueNode): ServerVariable | undefined {
  const node = asNode(valueNode, `the variable "${name}"`);
  if (node === undefined) return undefined;
  checkMembers(node, ['default', 'enum', 'description'], 'a variable');
  const fallback = requiredText(node, 'default', `the variable "${name}"`);
  const values = member(node.value, 'enum') === undefined ? undefined : textsAt(node, 'enum');
  if (fallback === undefined) return undefined;
  if (values !== undefined && !values.includes(fallback)) {
    node.reporter.report(
      invalidValue.unlisted({ value: fallback, name }),
      originAt(node, 'default'),
      didYouMean(fallback, values),
    );
  }
  return {
    name,
    default: fallback,
    ...optional('enum', values),
    ...optional('description', textAt(node, 'description')),
  };
}
