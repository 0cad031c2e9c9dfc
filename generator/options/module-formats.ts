import { configValue } from './config-diagnostics.js';
import type { OptionType } from './option.js';
import { readItems } from './read-members.js';

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
