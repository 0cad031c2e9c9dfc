import type { ApiDescriptor } from '../descriptor.js';

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

/** What every path of a server begins with: the path of the first server's URL, or nothing. */
export function basePathOf(
  api: ApiDescriptor,
  variables: Readonly<Record<string, string>>,
): string {
  const [server] = api.servers;
  if (server === undefined) return '';
  const url = expand(server.url, variables);
  const path = /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] ?? '';
  return path.replace(/\/+$/, '');
}
