import type { ApiDescriptor, ServerDescriptor } from '../descriptor.js';

/** Completes the package's variables with defaults. Throws for a value outside the description's `enum`. */
export function variablesOf(
  api: ApiDescriptor,
  overrides: object | undefined,
): Readonly<Record<string, string>> {
  const set = new Map<string, unknown>(overrides === undefined ? [] : Object.entries(overrides));
  const values: Record<string, string> = Object.create(null);
  for (const [name, variable] of Object.entries(api.variables)) {
    const value = set.get(name) ?? variable.default;
    if (typeof value !== 'string') throw new Error(`The variable "${name}" must be a string.`);
    if (variable.enum !== undefined && !variable.enum.includes(value)) {
      throw new Error(`The variable "${name}" must be one of ${variable.enum.join(', ')}.`);
    }
    values[name] = value;
  }
  return values;
}

/** Replaces `{name}` in a template. Unknown variables are kept. */
export function expand(template: string, variables: Readonly<Record<string, string>>): string {
  return template.replace(
    /\{(?:variables\.)?([^{}]+)\}/g,
    (match, name: string) => variables[name] ?? match,
  );
}

/**
 * Returns the base path of an operation. If the operation has its own first server, that is the path of its URL, resolved against
 * the description's first server as in clients. Otherwise it is the path of the description's first server, or empty.
 */
export function basePathOf(
  { servers: [common] }: Pick<ApiDescriptor, 'servers'>,
  own: ServerDescriptor | undefined,
  variables: Readonly<Record<string, string>>,
): string {
  const base = common === undefined ? '' : pathOf(expand(common.url, variables));
  if (own === undefined) return base.replace(/\/+$/, '');
  const url = expand(own.url, variables);
  const path = /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(url)
    ? pathOf(url)
    : new URL(url, `http://host${base.startsWith('/') ? '' : '/'}${base}`).pathname;
  return path.replace(/\/+$/, '');
}

function pathOf(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
}
