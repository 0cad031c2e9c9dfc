import { code, join, literal, regularExpression, stringLiteral, type Code } from '../code.js';
import { isIdentifier } from '../../plan/names.js';
import { camelCase, lowerFirst, upperFirst, wordsOf } from '../../plan/words.js';
import type { IdentifierName } from '../../plan/plan.js';
import type { FileScope } from '../source-file.js';
import type { Check, CheckKey } from './check.js';
import type { CheckRoot } from './compile-checks.js';
import type { CheckFunction, Printing, RuntimeFunction } from './frame.js';
import type { CheckGraph } from './graph.js';
import { layOutLiteral } from './literal-tree.js';
import { flagsOf } from './pattern-flags.js';
import { layOut } from './statement.js';
import { createSharing } from './sharing.js';
import { createSignatures } from './signatures.js';

/** What all functions of a file share while they are printed, and what has come together. */
export interface FilePrinting extends Printing {
  /** The next function that was asked for and is still to be printed. */
  next(): { readonly names: CheckFunction; readonly check: Check } | undefined;
  /** Constants that were asked for: places, patterns, sets, structures. */
  readonly hoisted: readonly { readonly name: Code; readonly text: Code }[];
  /** Names that no constant inside a function may take. */
  readonly reserved: ReadonlySet<string>;
  /** The document that places without one lie in. */
  description(): Code;
  /** Where the schema of a key is written, as reports say it: a string. */
  placeOf(key: CheckKey): Code;
  /** Whether data may nest too deeply for a check: where it, or what it leads to, leads back to itself. */
  isBounded(key: CheckKey): boolean;
}

/** Begins a file. `lowerKey` makes the check of a function when it is first asked for. */
export function createPrinting(
  scope: FileScope,
  named: ReadonlyMap<CheckKey, CheckRoot>,
  lowerKey: (key: CheckKey) => Check,
  graph: CheckGraph,
  isRepeated: (key: CheckKey) => boolean,
  document: string,
  bigints: boolean,
): FilePrinting {
  const functions = new Map<CheckKey, CheckFunction>();
  const checks = new Map<CheckKey, Check>();
  const pending: CheckFunction[] = [];
  const extracted = new Map<string, CheckFunction>();
  let printed = 0;
  const wanted = new Set<CheckKey>();
  const hoisted: { readonly name: Code; readonly text: Code }[] = [];
  const constants = new Map<string, Code>();
  const reserved = new Set<string>();
  const used = new Set<string>();
  for (const { guard, report, assert, standard } of named.values()) {
    for (const name of [guard, report, assert, standard]) if (name !== undefined) used.add(name);
  }
  for (const name of used) reserved.add(name);

  function unique(...wishes: readonly string[]): Code {
    const [wish = '', ...longer] = wishes;
    let name = wishes.find((each) => !used.has(each)) ?? longer.at(-1) ?? wish;
    for (let count = 2; used.has(name); count += 1) name = `${longer.at(-1) ?? wish}${count}`;
    used.add(name);
    const spelling = scope.local(name);
    reserved.add(spelling);
    used.add(spelling);
    return spelling;
  }

  function add(key: CheckKey, bases: readonly string[]): CheckFunction {
    const name = unique(...bases.map((base) => `fits${base}`));
    const placed = sharing.isAlone(checkOf(key));
    const recursive = graph.isRecursive(key);
    const names = { key, name, recursive, repeated: isRepeated(key), placed };
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

  function hoist(
    wish: string | readonly string[],
    key: Code,
    declare: (name: Code) => readonly Code[],
  ): Code {
    const known = constants.get(key);
    if (known !== undefined) return known;
    const name = typeof wish === 'string' ? unique(wish) : unique(...wish);
    constants.set(key, name);
    hoisted.push({ name, text: join(declare(name), '\n') });
    return name;
  }

  /** Checks that accept the same values for the same reasons are one function. */
  function shared(key: CheckKey, check: Check, bases: readonly string[]): CheckFunction {
    const signature = `${graph.isRecursive(key) ? key : ''} ${signatureOf(check)}`;
    const known = extracted.get(signature);
    if (known !== undefined) {
      functions.set(key, known);
      return known;
    }
    const names = add(key, bases);
    extracted.set(signature, names);
    return names;
  }

  /** A place; those of the first document go without its name. */
  function placeText(place: string): Code {
    return stringLiteral(place.startsWith(`${document}#`) ? place.slice(document.length) : place);
  }

  let runtimeNames: ReadonlyMap<RuntimeFunction, Code> = new Map();
  const signatureOf = createSignatures(checkOf, (key) => graph.isRecursive(key));
  const sharing = createSharing([...named.keys()], checkOf, signatureOf);
  const printing: FilePrinting = {
    bigints,
    hoisted,
    reserved,
    checkOf,
    isBounded: graph.leadsToRecursion,
    description: () =>
      hoist('description', code`the document`, (name) => [
        code`const ${name} = ${stringLiteral(document)};`,
      ]),
    place(place) {
      const text = placeText(place);
      const wishes = baseNames(place).map((base) => `${lowerFirst(base)}Place`);
      return hoist(wishes, code`${text} as a place`, (name) => {
        const line = code`const ${name} = ${text};`;
        return line.length <= 100 ? [line] : [code`const ${name} =`, code`  ${text};`];
      });
    },
    placeOf: (key) => placeText(checkOf(key).place),
    want(names) {
      if (wanted.has(names.key)) return;
      wanted.add(names.key);
      pending.push(names);
    },
    next() {
      const names = pending[printed];
      printed += 1;
      return names === undefined ? undefined : { check: checkOf(names.key), names };
    },
    functionOf(key) {
      const known = functions.get(key);
      if (known !== undefined) return known;
      const check = checkOf(key);
      const root = named.get(key);
      const bases =
        root === undefined
          ? baseNames(check.place)
          : [root.guard.replace(/^is(?=[\p{Lu}\d_$])/u, '')];
      return shared(key, check, bases);
    },
    isShared: sharing.isShared,
    extract(check) {
      if (!checks.has(check.key)) checks.set(check.key, check);
      return functions.get(check.key) ?? shared(check.key, check, baseNames(check.place));
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
        name: name as string as IdentifierName,
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

/**
 * What stands at a location, in its own words: of `#/components/schemas/Pet/properties/tag`, `Tag`, or `PetTag` where
 * that is taken.
 */
function baseNames(place: string): readonly string[] {
  const tokens = place
    .slice(place.lastIndexOf('#') + 1)
    .split('/')
    .filter((token) => !structural.has(token));
  const names: string[] = [];
  for (let count = 1; count <= Math.min(4, tokens.length); count += 1) {
    if (vague.test(tokens.at(-count) ?? '')) continue;
    const words = tokens.slice(-count).flatMap(wordsOf);
    const name = upperFirst(camelCase(words)).replaceAll(/[^A-Za-z0-9]/g, '');
    if (/^[A-Z]/.test(name) && isIdentifier(name)) names.push(name);
  }
  return names.length === 0 ? ['Value'] : names;
}

/** Tokens that say nothing without the one before. */
const vague =
  /^(?:\d+|items|allOf|anyOf|oneOf|content|application~1json|additionalProperties|not)$/;

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
