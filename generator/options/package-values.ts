import { configValue } from './config-diagnostics.js';
import type { OptionType } from './option.js';
import { readItems, readMembers, readText } from './read-members.js';
import { childOrigin } from '../core/origin.js';

/** True if the text is a valid npm package name. */
export function isPackageName(name: string): boolean {
  return name.length <= 214 && /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/.test(name);
}

/** True if the text is a semantic version (semver.org 2.0.0). */
export function isVersion(version: string): boolean {
  return /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/.test(version);
}

/** Module formats of a package's build. Every package includes ES modules. */
export type ModuleFormats = readonly ('esm' | 'cjs')[];

/** A list of module formats in the config file. */
export const moduleFormatsType: OptionType<ModuleFormats> = {
  schema: {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { enum: ['esm', 'cjs'] },
    contains: { const: 'esm' },
  },
  read(value, origin, reporter) {
    const items = readItems(value, origin, reporter);
    if (items.length === 0) return undefined;
    const formats = parseModuleFormats(items);
    if (formats === undefined) reporter.report(configValue.moduleFormats(), origin);
    return formats;
  },
};

/** Validates a list of module formats. Returns `undefined` unless it is `esm`, or `esm` and `cjs`. */
export function parseModuleFormats(formats: readonly unknown[]): ModuleFormats | undefined {
  const isKnown = formats.every((each) => each === 'esm' || each === 'cjs');
  if (!isKnown || !formats.includes('esm') || new Set(formats).size < formats.length)
    return undefined;
  return formats.includes('cjs') ? ['esm', 'cjs'] : ['esm'];
}

/** The items of a list on the command line. Returns `undefined` if one of them is empty. */
export function parseList(value: string): readonly string[] | undefined {
  const items = value.split(',').map((item) => item.trim());
  return items.includes('') ? undefined : items;
}

/** Paths of templates by the name of the page that each replaces. */
export type TemplatesRequest = Readonly<Record<string, string>>;

/** An object with paths. The names of pages are checked when the pages are rendered. */
export const templatesType: OptionType<TemplatesRequest> = {
  schema: {
    type: 'object',
    minProperties: 1,
    additionalProperties: { type: 'string', minLength: 1 },
  },
  read(value, origin, reporter) {
    const optional =
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.keys(value)
        : [];
    const members = readMembers(value, origin, { required: [], optional }, reporter);
    if (members === undefined) return undefined;
    return Object.fromEntries(
      Object.entries(members).flatMap(([page, path]) => {
        const text = readText(path, childOrigin(origin, page), reporter);
        return text === undefined ? [] : [[page, text] as const];
      }),
    );
  },
};
