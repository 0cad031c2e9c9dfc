import { defineError } from '../../core/diagnostic.js';
import type { DiagnosticType } from '../../core/diagnostic.js';
import type { Origin } from '../../core/origin.js';
import type { HttpBinding } from '../../model/api.js';
import type { Rule } from '../rule.js';

const trailingSlash: DiagnosticType<{ default: void }> = defineError('trailing-slash', {
  default: () => 'the path matches with and without a trailing slash, but both are described',
});

/** A path with an optional trailing slash does not conflict with another path that has or lacks the slash. */
export const trailingSlashRule: Rule = {
  diagnostics: [trailingSlash],
  check(api, reporter) {
    const paths = new Map<string, { readonly origin: Origin; readonly optional: boolean }>();
    for (const { binding, origin } of api.operations) {
      const http = binding.kind === 'http' ? binding : binding.endpoint;
      const form = formOf(http);
      if (form === undefined || !('parent' in origin)) continue;
      const optional = http.trailingSlash === 'optional';
      if (!paths.has(form)) paths.set(form, { origin: origin.parent, optional });
    }
    const reported = new Set<string>();
    for (const [form, { origin, optional }] of paths) {
      const twin = form.endsWith('/') ? form.slice(0, -1) : `${form}/`;
      const other = paths.get(twin);
      if (!optional || other === undefined || reported.has(twin)) continue;
      reported.add(form);
      reporter.report(trailingSlash.default(), origin, {
        part: 'key',
        hint: 'describe one of them, or write "x-trailing-slash: exact"',
        related: [{ message: 'the other path is here', origin: other.origin }],
      });
    }
  },
};

/** Returns the path without the names of its parameters. */
function formOf({ target }: HttpBinding): string | undefined {
  if (!('parts' in target)) return undefined;
  return target.parts.map((part) => (typeof part === 'string' ? part : '{}')).join('');
}
