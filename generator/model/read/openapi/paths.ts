import { defineWarning } from '../../../core/diagnostic.js';
import type { DiagnosticType } from '../../../core/diagnostic.js';
import type { Server } from '../../api.js';
import { readTrailingSlash } from '../extensions/trailing-slash.js';
import type { Origin } from '../../../core/origin.js';
import type { Security, SecurityScheme } from '../../security.js';
import { optional } from './node.js';
import type { ObjectNode } from './node.js';
import { readPathItem } from './path-item.js';
import { invalidPath, normalForm, parsePathTemplate } from './path-template.js';
import { membersAt } from './reading.js';
import type { Reading } from './reading.js';

/** A path that matches the same requests as another. */
export const ambiguousPath: DiagnosticType<{ default: { path: string; other: string } }> =
  defineWarning('ambiguous-path', {
    default: ({ path, other }) => `"${path}" matches the same requests as "${other}"`,
  });

/** Fields that every path of a document inherits. */
export interface PathSurroundings {
  readonly servers: readonly Server[];
  readonly security: Security;
  readonly schemes: readonly SecurityScheme[];
}

/** Reads the operations of all paths, in document order (OpenAPI 3.1.1 section 4.8.8). */
export function readPaths(reading: Reading, root: ObjectNode, inherited: PathSurroundings): void {
  const trailingSlash = readTrailingSlash(root);
  const forms = new Map<string, { readonly text: string; readonly origin: Origin }>();
  for (const [path, valueNode] of membersAt(reading, root, 'paths')) {
    if (path.startsWith('x-')) continue;
    const parsed = parsePathTemplate(path);
    if (!parsed.ok) {
      reading.reporter.report(parsed.sentence, valueNode.origin, {
        part: 'key',
        ...optional('hint', parsed.hint),
      });
      continue;
    }
    const form = normalForm(parsed.template);
    const earlier = forms.get(form);
    if (earlier !== undefined) {
      reading.reporter.report(
        ambiguousPath.default({ path, other: earlier.text }),
        valueNode.origin,
        {
          part: 'key',
          hint: 'a server distinguishes them by their methods only',
          related: [{ message: 'the first is here', origin: earlier.origin }],
        },
      );
    } else forms.set(form, { text: path, origin: valueNode.origin });
    const names = parsed.template.parts.flatMap((part) =>
      typeof part === 'string' ? [] : [part.parameter],
    );
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated !== undefined) {
      reading.reporter.report(invalidPath.repeated({ path, name: repeated }), valueNode.origin, {
        part: 'key',
      });
      continue;
    }
    readPathItem(reading, valueNode, {
      ...inherited,
      sentBy: 'client',
      target: parsed.template,
      ...optional('trailingSlash', trailingSlash),
      key: (method) => `${method} ${path}`,
    });
  }
}

/**
 * Reads the requests that the server sends on its own initiative (OpenAPI 3.1.1 section 4.8.1, `webhooks`). OpenAPI 3.0 does not define the
 * member; its documents use `x-webhooks`, the extension that preceded it.
 */
export function readWebhooks(
  reading: Reading,
  root: ObjectNode,
  inherited: PathSurroundings,
): void {
  const isExtension = root.document.version === '3.0' && !Object.hasOwn(root.value, 'webhooks');
  for (const [name, valueNode] of membersAt(
    reading,
    root,
    isExtension ? 'x-webhooks' : 'webhooks',
  )) {
    if (name.startsWith('x-')) continue;
    readPathItem(reading, valueNode, {
      ...inherited,
      servers: [],
      // The security requirements of the API apply to its callers, not to requests that the server sends.
      security: [],
      sentBy: 'server',
      target: { webhook: name },
      key: (method) => `${method} webhooks/${name}`,
    });
  }
}
