import type { Reporter } from '../core/diagnostic.js';
import { childOrigin, type Origin } from '../core/origin.js';
import type { Json } from '../model/schema.js';
import { configValue } from './config-diagnostics.js';
import type { OptionValue, PackageOption } from './option.js';
import * as packageOptions from './package-options.js';

/** Names of all options of a package. */
export type OptionName = keyof typeof packageOptions;

/** Values of the options of a package. */
export type OptionValues = {
  readonly [Name in OptionName]?: OptionValue<(typeof packageOptions)[Name]>;
};

/** An option with its name, whatever its values are. */
export interface NamedOption extends PackageOption<unknown> {
  readonly name: OptionName;
}

/** All options: `package` and those that require it first, then by name. */
export const namedOptions: readonly NamedOption[] = Object.entries(packageOptions)
  .map(([name, option]) => ({ ...(option as PackageOption<unknown>), name: name as OptionName }))
  .sort((one, other) => rankOf(one) - rankOf(other) || (one.name < other.name ? -1 : 1));

function rankOf({ name, package: rule }: NamedOption): number {
  return name === 'package' ? 0 : rule === 'required' ? 1 : 2;
}

/** Reads the options of a package from the members of an object. Reports values that an option does not have. */
export function readOptions(
  members: { readonly [name: string]: Json | undefined },
  origin: Origin,
  reporter: Reporter,
): OptionValues {
  const values = namedOptions.flatMap(({ name, type }) => {
    const member = members[name];
    const value =
      member === undefined ? undefined : type.read(member, childOrigin(origin, name), reporter);
    return value === undefined ? [] : [[name, value] as const];
  });
  for (const { name, package: rule } of namedOptions) {
    if (members[name] === undefined || rule === undefined) continue;
    if (rule === 'required' && members['package'] === undefined)
      reporter.report(configValue.requires({ name }), childOrigin(origin, name), {
        part: 'key',
        hint: 'add "package" with its name',
      });
    if (rule !== 'required' && members['package'] !== undefined)
      reporter.report(
        configValue.excluded({ name, reason: rule.excludedBecause }),
        childOrigin(origin, name),
        { part: 'key', hint: `remove one of "${name}" and "package"` },
      );
  }
  return Object.fromEntries(values);
}

/** Data of the options that affect the output, without those that have their default value. */
export function optionsDigestData(values: OptionValues): { readonly [name: string]: unknown } {
  return Object.fromEntries(
    namedOptions.flatMap(({ name, defaultValue, digest }) => {
      const value: unknown = values[name];
      if (value === undefined || JSON.stringify(value) === JSON.stringify(defaultValue)) return [];
      const data = digest === undefined ? value : digest(value);
      return data === undefined ? [] : [[name, data] as const];
    }),
  );
}
