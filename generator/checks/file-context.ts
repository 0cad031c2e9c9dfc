import { linearCall, linearCode } from '../typescript/pattern-code.js';
import { runtimeNames } from '../plan/runtime-names.js';
import {
  code,
  join,
  literal,
  regularExpression,
  stringLiteral,
  type Text as Code,
} from '../printer/code.js';
import type { ConversionPlan, Identifier, IdentifierName } from '../plan/plan.js';
import type { FileScope } from '../printer/source-file.js';
import { lowerFirst } from '../plan/words.js';
import { baseNames } from './base-names.js';
import type { Check, CheckKey } from './check.js';
import { contentName } from './content-name.js';
import type { CheckFunction, FileContext, RuntimeFunction, RuntimeType } from './emit-context.js';
import type { KnownChecks } from './analysis/known-checks.js';
import { layOutLiteral } from './literal-tree.js';
import { flagsOf } from '../core/pattern-flags.js';
import { layOut } from './statement-layout.js';

/** State of a file while its functions are printed. */
export interface ValidatorFile extends FileContext {
  /** Returns the next requested function that is not printed yet. */
  next(): { readonly names: CheckFunction; readonly check: Check } | undefined;
  /** Shared constants that were requested: patterns, sets, structures. */
  readonly sharedConstants: readonly SharedConstant[];
  /** Returns the names of functions, constants and imports that were used since the last call. */
  takeUsedNames(): ReadonlySet<Code>;
  /** Imported names. */
  readonly imported: ReadonlySet<Code>;
  /** Names that local constants must not use. */
  readonly reserved: ReadonlySet<string>;
  /**
   * True if a check has a depth limit or a cache, because it is recursive or leads to a recursive
   * check.
   */
  isBounded(key: CheckKey): boolean;
  /**
   * Exports a function of this file to another one. `place` is the location of the schema for which
   * it is created.
   */
  exportFunction(
    key: CheckKey,
    location: string | undefined,
  ): { readonly names: CheckFunction; readonly identifier: Identifier };
  /** Name of a helper function, which limits the length of a function. */
  partName(names: CheckFunction): Code;
  /** True if another file imports a function. */
  isExported(name: Code): boolean;
}

/** A constant that functions of a file share, and the import that it needs. */
interface SharedConstant {
  readonly name: Code;
  readonly text: Code;
  readonly needs?: Code;
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
  const functions = new Map<CheckKey, CheckFunction>();
  const importedFunctions = new Set<CheckFunction>();
  const pending: CheckFunction[] = [];
  const bySignature = new Map<string, CheckFunction>();
  let printed = 0;
  const requested = new Set<CheckKey>();
  const exportedNames = new Set<Code>();
  const sharedConstants: SharedConstant[] = [];
  const constants = new Map<string, Code>();
  const used = new Set<string>(known.exportedBy(path));
  const reserved = new Set(used);
  // The first number to try for a name; lower ones are taken. Without it, thousands of equal names take quadratic time.
  const constantCounts = new Map<string, number>();
  const functionCounts = new Map<string, number>();
  let takeUsedNames = new Set<Code>();
  const imported = new Set<Code>();

  function unique(candidates: readonly string[], taken: ReadonlySet<string> = used): Code {
    const last = candidates.at(-1) ?? '';
    const isFree = (name: string): boolean => !used.has(name) && !taken.has(name);
    let name = candidates.find(isFree) ?? last;
    const counts = taken === used ? constantCounts : functionCounts;
    let count = counts.get(last) ?? 2;
    for (; !isFree(name); count += 1) name = `${last}${count}`;
    counts.set(last, count);
    used.add(name);
    const spelling = scope.local(name);
    reserved.add(spelling);
    used.add(spelling);
    return spelling;
  }

  function add(
    key: CheckKey,
    check: Check,
    location: string,
    bases: readonly string[],
  ): CheckFunction {
    const taken = known.importableNames(path) ?? used;
    const name = unique(
      bases.map((base) => `matches${base}`),
      taken,
    );
    taken.add(name);
    const embedsLocation = known.isUnshared(check, path);
    const recursive = known.isRecursive(key);
    const names = {
      key,
      name,
      recursive,
      isRepeated: known.isRepeated(key),
      isMemoised: known.isMemoised(key),
      location,
      embedsLocation,
    };
    functions.set(key, names);
    return names;
  }

  function shareConstant(
    candidate: string,
    key: Code,
    declare: (name: Code) => readonly Code[],
    needs?: Code,
  ): Code {
    const existing = constants.get(key);
    if (existing !== undefined) {
      takeUsedNames.add(existing);
      return existing;
    }
    const name = unique([candidate]);
    takeUsedNames.add(name);
    constants.set(key, name);
    sharedConstants.push({ name, text: join(declare(name), '\n'), ...(needs && { needs }) });
    return name;
  }

  /** Equal checks share a function. */
  function sharedFunction(
    key: CheckKey,
    check: Check,
    knownLocation: string | undefined,
    base: string | undefined,
  ): CheckFunction {
    const signature = `${known.isRecursive(key) ? key : ''} ${known.signatureOf(check)}`;
    const existing = bySignature.get(signature);
    if (existing !== undefined) {
      functions.set(key, existing);
      return existing;
    }
    const location = knownLocation ?? known.locationOf(key);
    const names = add(key, check, location, base === undefined ? basesOf(check, location) : [base]);
    bySignature.set(signature, names);
    return names;
  }

  function importFunction(
    key: CheckKey,
    location: string | undefined,
    from: string,
  ): CheckFunction {
    const { names, identifier } = fileOf(from).exportFunction(key, location);
    const name = addImport(identifier);
    used.add(name);
    const own = { ...names, key, name };
    importedFunctions.add(own);
    functions.set(key, own);
    return own;
  }

  /**
   * Returns the function of a check. `place` is the location of the schema. It defaults to the
   * location of the key's schema.
   */
  function functionOf(key: CheckKey, location?: string): CheckFunction {
    const existing = functions.get(key);
    if (existing !== undefined) return existing;
    const root = known.named.get(key);
    if (root?.exported === true && root.functions !== path)
      return importFunction(key, location, root.functions);
    const check = known.checkOf(key);
    if (root === undefined) {
      const ownerFile = known.fileOfShared(check) ?? path;
      return ownerFile === path
        ? sharedFunction(key, check, location, undefined)
        : importFunction(key, location, ownerFile);
    }
    const base = root.exported ? root.base : (contentName(check) ?? root.base);
    return sharedFunction(key, check, location, base);
  }

  function request(names: CheckFunction): void {
    takeUsedNames.add(names.name);
    if (importedFunctions.has(names) || requested.has(names.key)) return;
    requested.add(names.key);
    pending.push(names);
  }

  /** Adds an import, whose name local constants must not use. */
  function addImport(identifier: Identifier): Code {
    const spelling = scope.name(identifier);
    imported.add(spelling);
    reserved.add(spelling);
    return spelling;
  }

  const runtimeSpellings = new Map<RuntimeFunction, Code>();
  const runtime = (name: RuntimeFunction): Code => {
    let spelling = runtimeSpellings.get(name);
    if (spelling === undefined) {
      spelling = addImport(ofRuntime(name, false));
      runtimeSpellings.set(name, spelling);
    }
    takeUsedNames.add(spelling);
    return spelling;
  };
  const linearPattern = (pattern: string, candidate: string): Code => {
    const call = linearCall(pattern, scope);
    addImport(runtimeNames.pattern.linearPattern);
    const declare = (name: Code): readonly Code[] =>
      layOut([{ kind: 'call', prefix: code`const ${name} = /* @__PURE__ */ `, ...call }]);
    return shareConstant(candidate, linearCode(pattern, scope), declare, call.function);
  };
  const runtimeTypes = new Map<RuntimeType, Code>();
  const conversionOf = (format: string): ConversionPlan => {
    const conversion = known.conversions.get(format);
    if (conversion === undefined) throw new Error(`the format ${format} has a codec`);
    return conversion;
  };
  return {
    bigints: known.bigints,
    isTyped,
    sharedConstants,
    takeUsedNames() {
      const names = takeUsedNames;
      takeUsedNames = new Set();
      return names;
    },
    imported,
    reserved,
    checkOf: known.checkOf,
    isBounded: known.isBounded,
    isShared: known.isShared,
    functionOf: (key) => functionOf(key),
    request,
    exportFunction(key, location) {
      const names = functionOf(key, location);
      request(names);
      exportedNames.add(names.name);
      const name = names.name as string as IdentifierName;
      return { names, identifier: { name, from: path, typeOnly: false } };
    },
    partName(names) {
      const taken = known.importableNames(path) ?? used;
      const name = unique([`${names.name}Part`], taken);
      taken.add(name);
      return name;
    },
    isExported: (name) => exportedNames.has(name),
    locationOf: known.locationOf,
    next() {
      const names = pending[printed];
      if (names === undefined) return undefined;
      printed += 1;
      return { check: known.checkOf(names.key), names };
    },
    extract(target, location) {
      known.register(target);
      return functionOf(target.key, location);
    },
    converted(format, value) {
      const { type, codec } = conversionOf(format);
      if (type === undefined) return code`${runtime('isValidDate')}(${value})`;
      const spelling = addImport(codec);
      takeUsedNames.add(spelling);
      used.add(spelling);
      return code`${runtime('isValueOf')}(${spelling}, ${value})`;
    },
    conversionName: (format) => conversionOf(format).type?.name ?? 'Date',
    runtime,
    runtimeType(name) {
      let spelling = runtimeTypes.get(name);
      if (spelling === undefined) {
        spelling = scope.name(ofRuntime(name, true));
        imported.add(spelling);
        runtimeTypes.set(name, spelling);
      }
      takeUsedNames.add(spelling);
      return spelling;
    },
    pattern: (pattern, location) => {
      const candidate = constantName(location, 'Pattern');
      if (scope.isLinear(pattern)) return linearPattern(pattern, candidate);
      const flags = flagsOf(pattern);
      const knownLocation = [
        stringLiteral(pattern),
        ...(flags === '' ? [] : [stringLiteral(flags)]),
      ];
      return shareConstant(candidate, regularExpression(pattern, flags), (name) =>
        layOut([
          {
            kind: 'call',
            prefix: code`const ${name} = /* @__PURE__ */ new `,
            function: code`RegExp`,
            arguments: knownLocation,
          },
        ]),
      );
    },
    values: (values, location) =>
      shareConstant(constantName(location, 'Values'), code`${literal(values)} as a set`, (name) => {
        const start = code`const ${name} = /* @__PURE__ */ new Set${isTyped ? code`<unknown>` : code``}(`;
        const items = layOutLiteral({ items: values.map(literal) }, 0, start.length + 2);
        return [code`${start}${items});`];
      }),
    structure: (value, location) =>
      shareConstant(constantName(location, 'Constant'), literal(value), (name) => [
        code`const ${name}${isTyped ? code`: unknown` : code``} = ${literal(value)};`,
      ]),
  };
}

/** Name of a constant: that of the schema with the one around it, such as `policyIdPattern`. */
function constantName(location: string, suffix: 'Pattern' | 'Values' | 'Constant'): string {
  const [name = 'Value', withOwner = name] = baseNames(location);
  return `${lowerFirst(withOwner)}${suffix}`;
}

function basesOf(check: Check, location: string): readonly string[] {
  const name = contentName(check);
  return name === undefined ? baseNames(location) : [name];
}

function ofRuntime(name: string, typeOnly: boolean): Identifier {
  return { name: name as IdentifierName, from: '@tallystick/runtime/validate', typeOnly };
}
