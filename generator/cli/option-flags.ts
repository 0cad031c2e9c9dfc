import { Option, type Command } from 'commander';
import type { OptionFlag } from '../options/option.js';
import {
  namedOptions,
  type NamedOption,
  type OptionName,
  type OptionValues,
} from '../options/options.js';
import { UsageError } from './console.js';

/** Values of flags by the names that commander gives them. */
export interface FlagValues {
  readonly [attribute: string]: unknown;
}

const packageHeading =
  'Options of the package (they require --out; with a config file, set them there):';

/** Adds the flags of package options to a command: those of the named options, or all. */
export function addOptionFlags(command: Command, names?: readonly OptionName[]): Command {
  for (const option of namedOptions) {
    if (names !== undefined && !names.includes(option.name)) continue;
    for (const flag of option.flags ?? [])
      command.addOption(commanderOption(option, flag, names === undefined));
  }
  return command;
}

function commanderOption(
  option: NamedOption,
  flag: OptionFlag<unknown>,
  needsOut: boolean,
): Option {
  const note = flag.isRepeatable === true ? '; can be repeated' : '';
  const made = new Option(flag.syntax, `${flag.summary}${note}`);
  if (needsOut) made.helpGroup(packageHeading);
  const { choices, problem } = option.type;
  if (choices !== undefined) return made.choices(choices);
  const { parse } = flag;
  if (parse !== undefined)
    return made.argParser((text: string, previous: unknown) => {
      const value = parse(text, previous);
      if (value === undefined)
        throw new UsageError(flag.usage ?? `"${text}" is not a value of ${nameOf(flag)}`);
      return value;
    });
  if (problem === undefined) return made;
  return made.argParser((text: string) => {
    const message = problem(text);
    if (message !== undefined) throw new UsageError(message);
    return text;
  });
}

/** Flags of package options that a command line has, in the order of the options. */
export function usedFlags(values: FlagValues): readonly string[] {
  return flagsIn(values).map(({ flag }) => nameOf(flag));
}

/** Converts flags to options of a package. Throws a usage error if options exclude or require one another. */
export function optionsOfFlags(values: FlagValues): OptionValues {
  const options = new Map<OptionName, unknown>();
  for (const { option, flag, value } of flagsIn(values)) {
    const rule = option.package;
    if (rule === 'required' && values['package'] === undefined)
      throw new UsageError(`${nameOf(flag)} requires --package`);
    if (typeof rule === 'object' && values['package'] !== undefined)
      throw new UsageError(
        `${nameOf(flag)} cannot be combined with --package, ${rule.excludedBecause}`,
      );
    const before = options.get(option.name);
    options.set(option.name, before === undefined ? value : Object.assign({}, before, value));
  }
  return Object.fromEntries(options);
}

interface UsedFlag {
  readonly option: NamedOption;
  readonly flag: OptionFlag<unknown>;
  readonly value: unknown;
}

function flagsIn(values: FlagValues): readonly UsedFlag[] {
  return namedOptions.flatMap((option) =>
    (option.flags ?? []).flatMap((flag) => {
      const { attributeName, negate } = optionOf(flag);
      const value = values[attributeName];
      // Without it, commander reports a flag that begins with "--no-" as true.
      const isAbsent = value === undefined || (negate && value === true);
      return isAbsent ? [] : [{ option, flag, value: flag.value ?? value }];
    }),
  );
}

function optionOf(flag: OptionFlag<unknown>): {
  readonly attributeName: string;
  readonly negate: boolean;
} {
  const option = new Option(flag.syntax);
  return { attributeName: option.attributeName(), negate: option.negate };
}

function nameOf(flag: OptionFlag<unknown>): string {
  return flag.syntax.replace(/ .*/u, '');
}
