import { defineRecoverableError } from '../../../core/diagnostic.js';
import type { DiagnosticType, Sentence } from '../../../core/diagnostic.js';
import type { PathTemplate } from '../../api.js';

/** A path that is not a path template. */
export const invalidPath: DiagnosticType<{
  start: { path: string };
  braces: { path: string };
  repeated: { path: string; name: string };
}> = defineRecoverableError('invalid-path', {
  start: ({ path }) => `the path "${path}" does not begin with "/"`,
  braces: ({ path }) => `the braces of the path "${path}" do not enclose a name`,
  repeated: ({ path, name }) => `the path "${path}" has the parameter "{${name}}" twice`,
});

/** A path split at its parameters, or the reason why it cannot be parsed. */
export type ParsedPath =
  | { readonly ok: true; readonly template: PathTemplate }
  | { readonly ok: false; readonly sentence: Sentence; readonly hint?: string };

/** Parses a path template such as `/pets/{id}.{format}` (OpenAPI 3.1.1 section 4.8.8.2). */
export function parsePathTemplate(text: string): ParsedPath {
  if (!text.startsWith('/'))
    return {
      ok: false,
      sentence: invalidPath.start({ path: text }),
      hint: `write "/${text}"`,
    };
  const parts: (string | { readonly parameter: string })[] = [];
  let rest = text;
  while (rest !== '') {
    const open = rest.search(/[{}]/);
    if (open < 0) {
      parts.push(rest);
      break;
    }
    const close = rest.indexOf('}', open);
    const name = rest.slice(open + 1, close);
    if (rest[open] === '}' || close < 0 || name.includes('{') || name === '') {
      return { ok: false, sentence: invalidPath.braces({ path: text }) };
    }
    if (open > 0) parts.push(rest.slice(0, open));
    parts.push({ parameter: name });
    rest = rest.slice(close + 1);
  }
  return { ok: true, template: { text, parts } };
}

/**
 * Returns the path without parameter names and with unnecessary percent-encoding removed (RFC 3986 section 6.2.2.2). Two paths with equal
 * forms match the same requests.
 */
export function normalForm(template: PathTemplate): string {
  return template.parts
    .map((part) => (typeof part === 'string' ? decodeUnreserved(part) : '{}'))
    .join('');
}

/** Decodes percent-encoding, except for characters that are delimiters in a path or a template. */
function decodeUnreserved(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes).replace(/[%/?#{}]/g, encodeURIComponent);
    } catch {
      return escapes.toUpperCase();
    }
  });
}

/** Returns the names of the parameters in a template, in order. */
export function parametersOf(template: PathTemplate): readonly string[] {
  return template.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.parameter]));
}
