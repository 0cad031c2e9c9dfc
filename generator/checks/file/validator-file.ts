import type { ConversionPlan } from '../../plan/plan.js';
import { code } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import type { KnownChecks } from '../analysis/known-checks.js';
import type { CheckKey } from '../check.js';
import type { FileContext } from '../emit-context.js';
import { createFileConstants, type SharedConstant } from './constants.js';
import { createFileFunctions, type FileFunctions } from './functions.js';
import { createFileImports } from './imports.js';
import { createFileNames } from './names.js';

/** State of a file while its functions are printed. */
export interface ValidatorFile extends FileContext {
  readonly functions: FileFunctions;
  /** Shared constants that were requested. */
  readonly sharedConstants: readonly SharedConstant[];
  /** Names that local constants must not use. */
  readonly reserved: ReadonlySet<string>;
  /**
   * True if a check has a depth limit or a cache, because it is recursive or leads to a recursive
   * check.
   */
  isBounded(key: CheckKey): boolean;
}

/**
 * Creates the state of a file. `fileOf` returns the state of another file, which contains the
 * functions of its own schemas.
 */
export function createValidatorFile(
  path: string,
  scope: FileScope,
  known: KnownChecks,
  fileOf: (path: string) => ValidatorFile,
): ValidatorFile {
  const isTyped = path.endsWith('.ts');
  const names = createFileNames(scope, known.exportedBy(path));
  const imports = createFileImports(scope, names);
  const constants = createFileConstants(scope, names, imports, isTyped);
  const functions = createFileFunctions(path, names, imports, known, (from, key, location) =>
    fileOf(from).functions.export(key, location),
  );
  const conversionOf = (format: string): ConversionPlan => {
    const conversion = known.conversions.get(format);
    if (conversion === undefined) throw new Error(`the format ${format} has a codec`);
    return conversion;
  };
  return {
    bigints: known.bigints,
    isTyped,
    functions,
    sharedConstants: constants.all,
    reserved: names.reserved,
    checkOf: known.checkOf,
    isBounded: known.isBounded,
    isShared: known.isShared,
    locationOf: known.locationOf,
    functionOf: (key) => functions.of(key),
    request: functions.request,
    extract(target, location) {
      known.register(target);
      return functions.of(target.key, location);
    },
    converted(format, value) {
      const { type, codec } = conversionOf(format);
      if (type === undefined) return code`${imports.function('isValidDate')}(${value})`;
      const name = imports.add(codec);
      names.take(name);
      return code`${imports.function('isValueOf')}(${name}, ${value})`;
    },
    conversionName: (format) => conversionOf(format).type?.name ?? 'Date',
    runtime: imports.function,
    runtimeType: imports.type,
    pattern: constants.pattern,
    values: constants.values,
    structure: constants.structure,
  };
}
