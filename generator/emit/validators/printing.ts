import { code, join, literal, regularExpression, stringLiteral, type Code } from '../code.js';
import { isIdentifier, identifierName } from '../../plan/names.js';
import { camelCase, lowerFirst, upperFirst, wordsOf } from '../../plan/words.js';
import type { IdentifierName } from '../../plan/plan.js';
import type { Declaration, FileScope } from '../source-file.js';
import type { Check, CheckKey } from './check.js';
import type { CheckRoot } from './compile-checks.js';
import type { CheckFunction, FormPosition, Printing, RuntimeFunction } from './frame.js';
import type { CheckGraph } from './graph.js';
import { layOutLiteral } from './literal-tree.js';
import { layOut } from './statement.js';
import { createSignatures } from './large.js';
import { keywordMembers } from './form/keywords.js';

/** What all functions of a file share while they are printed, and what has come together. */
export interface FilePrinting extends Printing {
  /** The next half of a function that was asked for and is still to be printed. */
  next(): (Wanted & { readonly check: Check }) | undefined;
  /** Constants that were asked for: patterns, sets, structures. */
  readonly hoisted: readonly { readonly name: Code; readonly declaration: Declaration }[];
  readonly scope: FileScope;
  /** Names that no constant inside a function may take. */
  readonly reserved: ReadonlySet<string>;
  unique(wish: string): Code;
}

/** Half of a check that is still to be printed. */
export interface Wanted {
  readonly names: CheckFunction;
  readonly half: 'guard' | 'form';
  /** Where it is not the check of the names' key. */
  readonly check?: Check;
  /** Of a form; `placed` where it is not said. */
  readonly position?: FormPosition;
}

/** Begins a file. `lowerKey` makes the check of a function when it is first asked for. */
export function createPrinting(
  scope: FileScope,
  named: ReadonlyMap<CheckKey, CheckRoot>,
  lowerKey: (key: CheckKey) => Check,
  graph: CheckGraph,
  bigints: boolean,
): FilePrinting {
  const functions = new Map<CheckKey, CheckFunction>();
  const checks = new Map<CheckKey, Check>();
  const pending: Wanted[] = [];
  const signatureOf = createSignatures();
  const extracted = new Map<string, CheckFunction>();
  const equalForms = new Map<string, Code>();
  const ownForms = new WeakMap<Check, Code>();
  let printed = 0;
  const wanted = new Set<string>();
  const hoisted: { readonly name: Code; readonly declaration: Declaration }[] = [];
  const constants = new Map<string, Code>();
  const reserved = new Set<string>();
  const used = new Set<string>();
  for (const { guard, report, assert } of named.values()) {
    for (const name of [guard, report, ...(assert === undefined ? [] : [assert])]) used.add(name);
  }
  for (const name of used) reserved.add(name);

  function unique(wish: string): Code {
    let name = wish;
    for (let count = 2; used.has(name); count += 1) name = `${wish}${count}`;
    used.add(name);
    const spelling = scope.local(name);
    reserved.add(spelling);
    used.add(spelling);
    return spelling;
  }

  function add(key: CheckKey, base: string, guard: Code | undefined): CheckFunction {
    const recursive = graph.isRecursive(key);
    const own =
      guard === undefined || recursive
        ? unique(`is${base}${recursive && guard !== undefined ? 'Within' : ''}`)
        : guard;
    const names = { key, guard: own, form: unique(`${lowerFirst(base)}Form`), recursive };
    functions.set(key, names);
    return names;
  }

  function checkOf(key: CheckKey): Check {
    const known = checks.get(key);
    if (known !== undefined) return known;
    const check = lowerKey(key);
    checks.set(key, check);
    return check;
  }

  function hoist(wish: string, key: Code, declare: (name: Code) => readonly Code[]): Code {
    const known = constants.get(key);
    if (known !== undefined) return known;
    const name = unique(wish);
    constants.set(key, name);
    hoisted.push({ name, declaration: join(declare(name), '\n') });
    return name;
  }

  let runtimeNames: ReadonlyMap<RuntimeFunction, Code> = new Map();
  const printing: FilePrinting = {
    bigints,
    scope,
    hoisted,
    reserved,
    unique,
    checkOf,
    want(names, half) {
      const entry = `${half} ${names.key}`;
      if (wanted.has(entry)) return;
      wanted.add(entry);
      pending.push({ names, half });
    },
    next() {
      const entry = pending[printed];
      printed += 1;
      return entry === undefined ? undefined : { check: checkOf(entry.names.key), ...entry };
    },
    functionOf(key) {
      const known = functions.get(key);
      if (known !== undefined) return known;
      const root = named.get(key);
      return root === undefined
        ? add(key, baseName(checkOf(key).place), undefined)
        : add(key, root.guard.replace(/^is(?=[\p{Lu}\d_$])/u, ''), root.guard);
    },
    extract(check) {
      const signature = `${graph.isRecursive(check.key)} ${signatureOf(check)}`;
      const known = extracted.get(signature);
      if (known !== undefined) return known;
      checks.set(check.key, check);
      const names = functions.get(check.key) ?? add(check.key, baseName(check.place), undefined);
      extracted.set(signature, names);
      return names;
    },
    ownForm(check, position) {
      const known = ownForms.get(check);
      if (known !== undefined) return known;
      const names = printing.extract(check);
      const where = position === 'placed' ? check.place : '';
      const text = JSON.stringify([names.guard, where, keywordMembers(check, printing)]);
      const equal = equalForms.get(text);
      const form = equal ?? (names.key === check.key ? names.form : unique(names.form));
      ownForms.set(check, form);
      equalForms.set(text, form);
      if (equal === undefined)
        pending.push({ names: { ...names, form }, half: 'form', check, position });
      return form;
    },
    runtime(name) {
      const known = runtimeNames.get(name);
      if (known !== undefined) return known;
      const spelling = scope.name({
        name: name as string as IdentifierName,
        from: '@tallystick/runtime/validate',
        typeOnly: false,
      });
      runtimeNames = new Map([...runtimeNames, [name, spelling]]);
      reserved.add(spelling);
      return spelling;
    },
    runtimeType: (name) =>
      scope.name({
        name: identifierName(name),
        from: '@tallystick/runtime/validate',
        typeOnly: true,
      }),
    pattern: (pattern) => {
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
  return printing;
}

/** ECMA-262 patterns are Unicode patterns; some are legal only as the older kind. */
function flagsOf(pattern: string): 'u' | '' {
  try {
    new RegExp(pattern, 'u');
    return 'u';
  } catch {
    return '';
  }
}

/** The words of a location that say what stands there: of `#/components/schemas/Pet/properties/tag`, `PetTag`. */
function baseName(place: string): string {
  const tokens = place.slice(place.lastIndexOf('#') + 1).split('/');
  const words = tokens
    .filter((token) => !structural.has(token))
    .slice(-3)
    .flatMap(wordsOf);
  const name = upperFirst(camelCase(words)).replaceAll(/[^A-Za-z0-9]/g, '');
  const legal = /^[A-Z]/.test(name) ? name : `Value${name}`;
  return isIdentifier(legal) ? identifierName(legal) : 'Value';
}

const structural = new Set([
  '',
  'components',
  'schemas',
  '$defs',
  'definitions',
  'properties',
  'paths',
  'schema',
]);
