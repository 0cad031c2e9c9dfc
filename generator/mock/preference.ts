import { headerValues } from '../../runtime/core/headers.js';

/** What a request prefers (`Prefer`, RFC 7240): the status and the example of the response. */
export interface Preference {
  /** Text of `code`, such as `404`. */
  readonly code?: string;
  /** Name of the example. */
  readonly example?: string;
}

const none: Preference = {};

/** A preference with a value: `code=404`, `example="two cats"`. Tokens and quoted strings as in RFC 9110 section 5.6. */
const assignment = /(?:^|[,;])[ \t]*(code|example)[ \t]*=[ \t]*(?:"([^"]*)"|([^\s",;]+))/gi;

/** Reads the preferences of a request. Those that a mock does not know are ignored, and of several for the same, the first counts. */
export function readPreference(headers: readonly string[]): Preference {
  const lines = headerValues(headers, 'prefer');
  if (lines.length === 0) return none;
  const found = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of lines.join(',').matchAll(assignment)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted ?? token);
  }
  const code = found.get('code');
  const example = found.get('example');
  return { ...(code !== undefined && { code }), ...(example !== undefined && { example }) };
}
