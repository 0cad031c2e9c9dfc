import type { Server } from '../../api.js';
import { readTrailingSlash } from '../extensions/trailing-slash.js';
import type { Origin } from '../../../core/origin.js';
import type { Security, SecurityScheme } from '../../security.js';
import { optional } from './node.js';
import type { Node } from './node.js';
import { readPathItem } from './path-item.js';
import { formOf, parsePathTemplate } from './path-template.js';
import { membersAt } from './reading.js';
import type { Reading } from './reading.js';

/** What every path of a document starts from. */
export interface PathSurroundings {
  readonly servers: readonly Server[];
  readonly security: Security;
  readonly schemes: readonly SecurityScheme[];
}

/** The operations of all paths, in document order (OpenAPI 3.1.1 section 4.8.8). */
export function readPaths(reading: Reading, root: Node, around: PathSurroundings): void {
  const trailingSlash = readTrailingSlash(root);
  const forms = new Map<string, { readonly text: string; readonly origin: Origin }>();
  for (const [path, place] of membersAt(reading, root, 'paths')) {
    if (path.startsWith('x-')) continue;
    const parsed = parsePathTemplate(path);
    if (!parsed.ok) {
      reading.reporter.error('invalid-path', place.origin, parsed.message, {
        part: 'key',
        ...optional('hint', parsed.hint),
      });
      continue;
    }
    const form = formOf(parsed.template);
    const before = forms.get(form);
    if (before !== undefined) {
      reading.reporter.warning(
        'ambiguous-path',
        place.origin,
        `"${path}" matches the same requests as "${before.text}"`,
        {
          part: 'key',
          hint: 'a server can tell them apart by their methods only',
          related: [{ message: 'the first is here', origin: before.origin }],
        },
      );
    } else forms.set(form, { text: path, origin: place.origin });
    const names = parsed.template.parts.flatMap((part) =>
      typeof part === 'string' ? [] : [part.parameter],
    );
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined) {
      reading.reporter.error(
        'invalid-path',
        place.origin,
        `the path "${path}" has the parameter "{${repeated}}" twice`,
        { part: 'key' },
      );
      continue;
    }
    readPathItem(reading, place, {
      ...around,
      sentBy: 'client',
      target: parsed.template,
      ...optional('trailingSlash', trailingSlash),
      key: (method) => `${method} ${path}`,
    });
  }
}

/**
 * Requests that the server sends by itself (OpenAPI 3.1.1 section 4.8.1, `webhooks`). OpenAPI 3.0 knows none: its documents
 * list them in `x-webhooks`, the extension that became the member.
 */
export function readWebhooks(reading: Reading, root: Node, around: PathSurroundings): void {
  const isExtension = root.document.version === '3.0' && !Object.hasOwn(root.value, 'webhooks');
  for (const [name, place] of membersAt(reading, root, isExtension ? 'x-webhooks' : 'webhooks')) {
    if (name.startsWith('x-')) continue;
    readPathItem(reading, place, {
      ...around,
      servers: [],
      // What the API asks of those who call it says nothing about calls in the other direction.
      security: [],
      sentBy: 'server',
      target: { webhook: name },
      key: (method) => `${method} webhooks/${name}`,
    });
  }
}
