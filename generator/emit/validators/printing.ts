import { linearCall, linearCode } from '../pattern-code.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, join, literal, regularExpression, stringLiteral, type Code } from '../code.js';
import type { ConversionPlan, Identifier, IdentifierName } from '../../plan/plan.js';
import type { FileScope } from '../source-file.js';
import { baseNames } from './base-names.js';
import type { Check, CheckKey } from './check.js';
import { contentName } from './content-name.js';
import type { CheckFunction, Printing, RuntimeFunction, RuntimeType } from './frame.js';
import type { KnownChecks } from './known-checks.js';
import { layOutLiteral } from './literal-tree.js';
import { flagsOf } from '../../core/pattern-flags.js';
import { layOut } from './statement.js';

/** What all functions of a file share while they are printed, and what has come together. */
export interface FilePrinting extends Printing {
  /** The next function that was asked for and is still to be printed. */
  next(): { readonly names: CheckFunction; readonly check: Check } | undefined;
  /** Constants that were asked for: patterns, sets, structures. */
  readonly hoisted: readonly Hoisted[];
  /** Names that were asked for since this was called last: of functions, constants and imports. */
  asked(): ReadonlySet<Code>;
  /** Names that were asked for and are imported. */
  readonly imported: ReadonlySet<Code>;
  /** Names that no constant inside a function may take. */
  readonly reserved: ReadonlySet<string>;
  /** Whether data may nest too deeply for a check: where it, or what it leads to, leads back to itself. */
  isBounded(key: CheckKey): boolean;
  /** A function of this file for another one, which imports it; `place` is where the schema is written that it is made for. */
  lend(
    key: CheckKey,
    place: string | undefined,
  ): { readonly names: CheckFunction; readonly identifier: Identifier };
  /** A name for what goes on where a function would be too long. */
  partName(names: CheckFunction): Code;
  /** Whether another file imports a function. */
  isLent(name: Code): boolean;
}

/** A constant that functions of a file share, and the import that it needs. */
interface Hoisted {
  readonly name: Code;
  readonly text: Code;
  readonly needs?: Code;
}

/** Begins the file of a path. `fileOf` finds the printing of another one, which has the functions of its own schemas. */
export function createPrinting(
  path: string,
  scope: FileScope,
  known: KnownChecks,
  fileOf: (path: string) => FilePrinting,
): FilePrinting {
  const functions = new Map<CheckKey, CheckFunction>();
  const foreign = new Set<CheckFunction>();
  const pending: CheckFunction[] = [];
  const extracted = new Map<string, CheckFunction>();
  let printed = 0;
  const wanted = new Set<CheckKey>();
  const lent = new Set<Code>();
  const hoisted: Hoisted[] = [];
  const constants = new Map<string, Code>();
  const used = new Set<string>(known.exportedBy(path));
  const reserved = new Set(used);
  let asked = new Set<Code>();
  const imported = new Set<Code>();

  function unique(wishes: readonly string[], taken: ReadonlySet<string> = used): Code {
    const last = wishes.at(-1) ?? '';
    const isFree = (name: string): boolean => !used.has(name) && !taken.has(name);
    let name = wishes.find(isFree) ?? last;
    for (let count = 2; !isFree(name); count += 1) name = `${last}${count}`;
    used.add(name);
    const spelling = scope.local(name);
    reserved.add(spelling);
    used.add(spelling);
    return spelling;
  }

  function add(
    key: CheckKey,
    check: Check,
    place: string,
    bases: readonly string[],
  ): CheckFunction {
    const taken = known.lentNames(path) ?? used;
    const name = unique(
      bases.map((base) => `fits${base}`),
      taken,
    );
    taken.add(name);
    const placed = known.isAlone(check, path);
    const recursive = known.isRecursive(key);
    const names = {
      key,
      name,
      recursive,
      repeated: known.isRepeated(key),
      remembered: known.isRemembered(key),
      place,
      placed,
    };
    functions.set(key, names);
    return names;
  }

  function hoist(
    wish: string,
    key: Code,
    declare: (name: Code) => readonly Code[],
    needs?: Code,
  ): Code {
    const before = constants.get(key);
    if (before !== undefined) {
      asked.add(before);
      return before;
    }
    const name = unique([wish]);
    asked.add(name);
    constants.set(key, name);
    hoisted.push({ name, text: join(declare(name), '\n'), ...(needs && { needs }) });
    return name;
  }

  /** Checks that accept the same values for the same reasons are one function. */
  function shared(
    key: CheckKey,
    check: Check,
    given: string | undefined,
    base: string | undefined,
  ): CheckFunction {
    const signature = `${known.isRecursive(key) ? key : ''} ${known.signatureOf(check)}`;
    const before = extracted.get(signature);
    if (before !== undefined) {
      functions.set(key, before);
      return before;
    }
    const place = given ?? known.placeOf(key);
    const names = add(key, check, place, base === undefined ? basesOf(check, place) : [base]);
    extracted.set(signature, names);
    return names;
  }

  function borrow(key: CheckKey, place: string | undefined, from: string): CheckFunction {
    const { names, identifier } = fileOf(from).lend(key, place);
    const name = imports(identifier);
    used.add(name);
    const own = { ...names, key, name };
    foreign.add(own);
    functions.set(key, own);
    return own;
  }

  /** `place` is where the schema is written; what was planned is at the place of its key. */
  function functionOf(key: CheckKey, place?: string): CheckFunction {
    const before = functions.get(key);
    if (before !== undefined) return before;
    const root = known.named.get(key);
    if (root?.exported === true && root.functions !== path)
      return borrow(key, place, root.functions);
    const check = known.checkOf(key);
    if (root === undefined) {
      const home = known.homeOf(check) ?? path;
      return home === path ? shared(key, check, place, undefined) : borrow(key, place, home);
    }
    const base = root.exported ? root.base : (contentName(check) ?? root.base);
    return shared(key, check, place, base);
  }

  function want(names: CheckFunction): void {
    asked.add(names.name);
    if (foreign.has(names) || wanted.has(names.key)) return;
    wanted.add(names.key);
    pending.push(names);
  }

  /** An import, of which no constant may have the name. */
  function imports(identifier: Identifier): Code {
    const spelling = scope.name(identifier);
    imported.add(spelling);
    reserved.add(spelling);
    return spelling;
  }

  const runtimeSpellings = new Map<RuntimeFunction, Code>();
  const runtime = (name: RuntimeFunction): Code => {
    let spelling = runtimeSpellings.get(name);
    if (spelling === undefined) {
      spelling = imports(ofRuntime(name, false));
      runtimeSpellings.set(name, spelling);
    }
    asked.add(spelling);
    return spelling;
  };
  const linearPattern = (pattern: string): Code => {
    const call = linearCall(pattern, scope);
    imports(runtimeNames.pattern.linearPattern);
    const declare = (name: Code): readonly Code[] =>
      layOut([{ kind: 'call', prefix: code`const ${name} = /* @__PURE__ */ `, ...call }]);
    return hoist('pattern', linearCode(pattern, scope), declare, call.function);
  };
  const runtimeTypes = new Map<RuntimeType, Code>();
  const conversionOf = (format: string): ConversionPlan => {
    const conversion = known.conversions.get(format);
    if (conversion === undefined) throw new Error(`the format ${format} has a codec`);
    return conversion;
  };
  return {
    bigints: known.bigints,
    hoisted,
    asked() {
      const names = asked;
      asked = new Set();
      return names;
    },
    imported,
    reserved,
    checkOf: known.checkOf,
    isBounded: known.isBounded,
    isShared: known.isShared,
    functionOf: (key) => functionOf(key),
    want,
    lend(key, place) {
      const names = functionOf(key, place);
      want(names);
      lent.add(names.name);
      const name = names.name as string as IdentifierName;
      return { names, identifier: { name, from: path, typeOnly: false } };
    },
    partName(names) {
      const taken = known.lentNames(path) ?? used;
      const name = unique([`${names.name}Part`], taken);
      taken.add(name);
      return name;
    },
    isLent: (name) => lent.has(name),
    placeOf: known.placeOf,
    next() {
      const names = pending[printed];
      if (names === undefined) return undefined;
      printed += 1;
      return { check: known.checkOf(names.key), names };
    },
    extract(target, place) {
      known.keep(target);
      return functionOf(target.key, place);
    },
    converted(format, value) {
      const { type, codec } = conversionOf(format);
      if (type === undefined) return code`${runtime('isValidDate')}(${value})`;
      const spelling = imports(codec);
      asked.add(spelling);
      used.add(spelling);
      return code`${runtime('isValueOf')}(${spelling}, ${value})`;
    },
    convertedName: (format) => conversionOf(format).type?.name ?? 'Date',
    runtime,
    runtimeType(name) {
      let spelling = runtimeTypes.get(name);
      if (spelling === undefined) {
        spelling = scope.name(ofRuntime(name, true));
        imported.add(spelling);
        runtimeTypes.set(name, spelling);
      }
      asked.add(spelling);
      return spelling;
    },
    pattern: (pattern) => {
      if (scope.isLinear(pattern)) return linearPattern(pattern);
      const flags = flagsOf(pattern);
      const given = [stringLiteral(pattern), ...(flags === '' ? [] : [stringLiteral(flags)])];
      return hoist('pattern', regularExpression(pattern, flags), (name) =>
        layOut([
          {
            kind: 'call',
            prefix: code`const ${name} = /* @__PURE__ */ new `,
            function: code`RegExp`,
            arguments: given,
          },
        ]),
      );
    },
    values: (values) =>
      hoist('values', code`${literal(values)} as a set`, (name) => {
        const start = code`const ${name} = /* @__PURE__ */ new Set<unknown>(`;
        const items = layOutLiteral({ items: values.map(literal) }, 0, start.length + 2);
        return [code`${start}${items});`];
      }),
    structure: (value) =>
      hoist('structure', literal(value), (name) => [
        code`const ${name}: unknown = ${literal(value)};`,
      ]),
  };
}

function basesOf(check: Check, place: string): readonly string[] {
  const name = contentName(check);
  return name === undefined ? baseNames(place) : [name];
}

function ofRuntime(name: string, typeOnly: boolean): Identifier {
  return { name: name as IdentifierName, from: '@tallystick/runtime/validate', typeOnly };
}
