import type { ApiDescriptor, ServerDescriptor } from '../descriptor.js';

/** The package's variables: what was set, else the default. Throws for a value outside the description's `enum`. */
export function variablesOf(
  api: ApiDescriptor,
  given: object | undefined,
): Readonly<Record<string, string>> {
  const set = new Map<string, unknown>(given === undefined ? [] : Object.entries(given));
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

/** Fills in the `{name}`s of a template; unknown ones stay. */
export function expand(template: string, variables: Readonly<Record<string, string>>): string {
  return template.replace(
    /\{(?:variables\.)?([^{}]+)\}/g,
    (whole, name: string) => variables[name] ?? whole,
  );
}

/**
 * What the path of an operation begins with: the path of its own first server's URL, which is resolved against the document's first one, as clients
 * do it; else the path of that one, or nothing.
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
