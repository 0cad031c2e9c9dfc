import { globals, isMemberName, reserved as reservedWords } from '../../plan/names.js';
import { camelCase, wordsOf } from '../../plan/words.js';
import { code, join, localName, type Code } from '../code.js';
import type { Declaration, FileScope } from '../source-file.js';
import type { Check } from './check.js';
import type { CheckReference, KeyedRoot } from './compile-checks.js';
import { not } from './condition.js';
import { createDemands, type Demands } from './demands.js';
import { ownSubject, type CheckFunction, type Frame } from './frame.js';
import { guardCheck } from './guard.js';
import type { KnownChecks } from './known-checks.js';
import { createPrinting, type FilePrinting } from './printing.js';
import { rootDeclaration } from './root-declaration.js';
import { layOut, reachable, returning, type Statement } from './statement.js';
import { findNames, wantedNames } from './names-in.js';
import { uses } from './uses.js';

/**
 * The declarations of every file: constants first, then what each root exports, then the functions that check; and what
 * tables have to know of the roots, in order.
 */
export function checkDeclarations(
  roots: readonly KeyedRoot[],
  known: KnownChecks,
  scopeOf: (path: string) => FileScope,
): { declarations: ReadonlyMap<string, readonly Declaration[]>; references: CheckReference[] } {
  const files = new Map<string, FilePrinting>();
  const fileOf = (path: string): FilePrinting => {
    const before = files.get(path);
    if (before !== undefined) return before;
    const printing = createPrinting(path, scopeOf(path), known, fileOf);
    files.set(path, printing);
    return printing;
  };
  const references: CheckReference[] = [];
  const declared = groupBy(
    roots,
    ({ file }) => file,
    (root) => {
      const printing = fileOf(root.file);
      const names = printing.functionOf(root.key);
      printing.want(names);
      references.push({
        function: names.name,
        place: known.checkOf(root.key).place,
        placed: names.placed,
        bounded: printing.isBounded(root.key),
      });
      return { root, text: root.listed ? names.name : rootDeclaration(root, names, printing) };
    },
  );
  // Files that are asked for functions join the end while the others are printed, and they ask others in turn.
  const functions = new Map<string, PrintedFunction[]>();
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const [path, printing] of files) {
      const own = functions.get(path) ?? [];
      functions.set(path, own);
      for (let next = printing.next(); next !== undefined; next = printing.next()) {
        own.push(checkFunction(next.check, next.names, printing));
        isDone = false;
      }
    }
  }
  const declarations = new Map(
    [...files].map(([path, printing]) => [
      path,
      fileDeclarations(declared.get(path) ?? [], functions.get(path) ?? [], printing),
    ]),
  );
  return { declarations, references };
}

function groupBy<Item, Value>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  valueOf: (item: Item) => Value,
): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const item of items) {
    const value = valueOf(item);
    const known = groups.get(keyOf(item));
    if (known === undefined) groups.set(keyOf(item), [value]);
    else known.push(value);
  }
  return groups;
}

function fileDeclarations(
  declared: readonly { readonly root: KeyedRoot; readonly text: Code }[],
  functions: readonly PrintedFunction[],
  printing: FilePrinting,
): readonly Declaration[] {
  const exported = declared.flatMap(({ root, text }) => (root.exported ? [text] : []));
  const tabled = declared.flatMap(({ root, text }) => (root.exported || root.listed ? [] : [text]));
  const listed = declared.flatMap(({ root, text }) => (root.listed ? [text] : []));
  const lent = functions.flatMap(({ name }) => (printing.isLent(name) ? [name] : []));
  const used = usedFrom([...exported, ...tabled, ...listed, ...lent], functions, printing);
  const constants = printing.hoisted.filter(({ name }) => used.has(name));
  return [
    ...(constants.length === 0
      ? []
      : [
          join(
            constants.map(({ text }) => text),
            '\n',
          ),
        ]),
    ...exported,
    ...(tabled.length === 0 ? [] : [join(tabled, '\n')]),
    ...functions.flatMap(({ name, head, body }) =>
      used.has(name) ? [code`${head(printing.isLent(name))}\n  ${body}\n}`] : [],
    ),
  ];
}

interface PrintedFunction {
  readonly name: Code;
  readonly head: (isExported: boolean) => Code;
  /** One text: until all functions are printed, its lines would be many. */
  readonly body: Code;
}

/** Names that can be reached from what is exported: conditions that were settled may have left some behind. */
function usedFrom(
  roots: readonly Code[],
  functions: readonly PrintedFunction[],
  { hoisted }: FilePrinting,
): ReadonlySet<string> {
  const byName = new Map(functions.map(({ name, body }) => [name as string, body]));
  const wanted = wantedNames([...byName.keys(), ...hoisted.map(({ name }) => name)]);
  const used = new Set<string>();
  const pending = [...roots];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    findNames(next, wanted, (name) => {
      if (used.has(name)) return;
      used.add(name);
      const body = byName.get(name);
      if (body !== undefined) pending.push(body);
    });
  }
  return used;
}

/** `function fitsPolicy(value: unknown, to?: Report): boolean { … }`. */
function checkFunction(
  check: Check,
  names: CheckFunction,
  printing: FilePrinting,
): PrintedFunction {
  const demands = createDemands(check.place);
  const frame = createFrame(check, names, printing, demands);
  const statements = reachable(
    guardCheck(check, { ...ownSubject(check.place), secret: check.secret }, frame),
  );
  const lines = layOut([...depthTest(names, printing), ...concluded(statements)]);
  const tells = lines.some((line) => uses(line, code`to`));
  const isRead = lines.some((line) => uses(line, code`value`));
  const parameters = [
    isRead ? code`value: unknown` : code`_value: unknown`,
    code`${tells ? code`to` : code`_to`}?: ${printing.runtimeType('Report')}`,
    ...(names.recursive ? [code`depth = 0`] : []),
  ];
  const said = tells ? layOut([tellsCall(demands.text(names.placed ? check.place : ''))]) : [];
  return {
    name: names.name,
    // Whether another file imports it is known when all have been printed.
    head: (isExported) => signature(names.name, parameters, isExported),
    body: [...said, ...lines].join('\n  ') as Code,
  };
}

function tellsCall(demands: Code): Statement {
  return { kind: 'call', function: code`to?.tells`, arguments: [demands] };
}

function depthTest({ recursive }: CheckFunction, printing: FilePrinting): readonly Code[] {
  if (!recursive) return [];
  return [
    code`if (depth > ${printing.runtime('depthLimit')}) return ${printing.runtime('tooDeep')}();`,
  ];
}

function signature(name: Code, parameters: readonly Code[], isExported: boolean): Code {
  const start = isExported ? code`export function` : code`function`;
  const flat = code`${start} ${name}(${parameters.join(', ') as Code}): boolean {`;
  if (flat.length <= 100) return flat;
  return code`${start} ${name}(\n${parameters.map((each) => code`  ${each},`)}\n): boolean {`;
}

/** Statements of a function with its last answer: a last test is the answer itself. */
function concluded(statements: readonly Statement[]): readonly Statement[] {
  const last = statements.at(-1);
  if (typeof last === 'object' && last.kind === 'call' && last.prefix === returning)
    return statements;
  if (typeof last === 'object' && last.kind === 'fail') {
    const told = { kind: 'call', prefix: returning, ...last.call } as const;
    if (last.when.kind === 'constant') return [...statements.slice(0, -1), told];
    if (statements.length === 1) return [{ kind: 'answer', when: not(last.when), call: last.call }];
  }
  return [...statements, code`return true;`];
}

function createFrame(
  check: Check,
  names: CheckFunction,
  printing: FilePrinting,
  demands: Demands,
): Frame {
  const taken = new Set(parameterNames);
  return {
    printing,
    recursive: names.recursive,
    place: check.place,
    demand: demands.add,
    local(wish) {
      const isOwn = isFree(wish, printing) && !parameterNames.has(wish);
      const longer = `${camelCase(wordsOf(wish))}Member`;
      const base = isOwn ? wish : isFree(longer, printing) ? longer : 'member';
      let name = base;
      for (let count = 2; taken.has(name); count += 1) name = `${base}${count}`;
      taken.add(name);
      return localName(name);
    },
  };
}

const parameterNames: ReadonlySet<string> = new Set(['value', 'depth', 'to']);

/** Whether a constant inside a function may have a name. */
function isFree(name: string, { reserved }: FilePrinting): boolean {
  let isLocal = locals.get(name);
  if (isLocal === undefined) {
    const isWord = reservedWords.has(name) && !typeWords.has(name);
    isLocal = isMemberName(name) && !isWord && !globals.has(name) && !looksGlobal.test(name);
    locals.set(name, isLocal);
  }
  return isLocal && !reserved.has(name);
}

/** What is known of the members' names of a description, which repeats them. */
const locals = new Map<string, boolean>();

/** Words that mean something where types are written, and nothing as the name of a constant. */
const typeWords: ReadonlySet<string> = new Set(
  (
    'abstract any as asserts async bigint boolean declare from get global infer intrinsic is keyof module namespace never ' +
    'number object of out override readonly require satisfies set string symbol type unique unknown'
  ).split(' '),
);

/** The spelling of functions and constants of the file, and of what they import. */
const looksGlobal =
  /^(?:(?:is|has)[A-Z]\w*|fits[A-Z0-9_$]\w*|(?:pattern|values|structure)\d*|accepts|assertion|checkOf|checksAt|deepCheckOf|deepViolationsOf|depthLimit|fails|failsAll|failsAs|memberNames|once|ownMember|standardSchema|tooDeep|unseen|violationsOf)$/;
