import { globals, isMemberName, reserved as reservedWords } from '../../plan/names.js';
import { camelCase, wordsOf } from '../../plan/words.js';
import { code, join, localName, type Code } from '../code.js';
import type { Declaration, FileScope } from '../source-file.js';
import type { Check } from './check.js';
import type { CheckReference, KeyedRoot } from './compile-checks.js';
import { not } from './condition.js';
import { createDemands, type Demands } from './demands.js';
import { ownSubject, type CheckFunction, type Frame, type Subject } from './frame.js';
import { guardCheck } from './guard.js';
import type { KnownChecks } from './known-checks.js';
import { typeOfPart } from './parts.js';
import { createPrinting, type FilePrinting } from './printing.js';
import { rootDeclaration } from './root-declaration.js';
import { layOut, reachable, returning, type Call, type Statement } from './statement.js';
import { namesIn, standsIn, withoutStrings } from './uses.js';

/** What becomes of one file. */
export interface CheckFile {
  /** Constants first, then what each root exports, then the functions that check. */
  readonly declarations: readonly Declaration[];
  /** Names that were imported for what nothing needs: conditions that were settled may have left some behind. */
  readonly idle: ReadonlySet<string>;
}

/** Every file; and what tables have to know of the roots, in order. */
export function checkDeclarations(
  roots: readonly KeyedRoot[],
  known: KnownChecks,
  scopeOf: (path: string) => FileScope,
): { files: ReadonlyMap<string, CheckFile>; references: readonly CheckReference[] } {
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
        place: known.placeOf(root.key),
        placed: names.placed,
        bounded: printing.isBounded(root.key),
      });
      const text = root.listed ? names.name : rootDeclaration(root, names, printing);
      return { root, text, names: printing.asked() };
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
        const printed = checkFunction(next.check, next.names, printing);
        known.spend(next.names.key, lengthOf(printed));
        own.push(printed);
        isDone = false;
      }
    }
  }
  return {
    files: new Map(
      [...files].map(([path, printing]) => [
        path,
        checkFile(declared.get(path) ?? [], functions.get(path) ?? [], printing),
      ]),
    ),
    references,
  };
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

/** What stands for a root: its declarations, or nothing but the name that a table lists. */
interface DeclaredRoot {
  readonly root: KeyedRoot;
  readonly text: Code;
  /** Names that it needs. */
  readonly names: ReadonlySet<Code>;
}

function checkFile(
  declared: readonly DeclaredRoot[],
  functions: readonly PrintedFunction[],
  printing: FilePrinting,
): CheckFile {
  const exported: Code[] = [];
  const tabled: Code[] = [];
  for (const { root, text } of declared)
    if (root.exported) exported.push(text);
    else if (!root.listed) tabled.push(text);
  const used = new Set(usedFrom(declared, functions, printing));
  const constants: Code[] = [];
  for (const { name, text, needs } of printing.hoisted) {
    if (!used.has(name)) continue;
    constants.push(text);
    if (needs !== undefined) used.add(needs);
  }
  const declarations: Code[] = [];
  if (constants.length > 0) declarations.push(join(constants, '\n'));
  declarations.push(...exported);
  if (tabled.length > 0) declarations.push(join(tabled, '\n'));
  for (const { name, head, body, parts } of functions)
    if (used.has(name))
      declarations.push(code`${head(printing.isLent(name))}\n  ${body}\n}`, ...parts);
  const idle = new Set<string>();
  for (const name of printing.imported) if (!used.has(name)) idle.add(name);
  return { declarations, idle };
}

interface PrintedFunction {
  readonly name: Code;
  readonly head: (isExported: boolean) => Code;
  /** One text: until all functions are printed, its lines would be many. */
  readonly body: Code;
  /** Functions that it calls, and nobody else: what would make it too long. */
  readonly parts: readonly Code[];
  /** Names that it needs. */
  readonly names: readonly Code[];
}

function lengthOf({ body, parts }: PrintedFunction): number {
  return parts.reduce((sum, part) => sum + part.length, body.length);
}

/** Names that can be reached from what is exported. */
function usedFrom(
  declared: readonly DeclaredRoot[],
  functions: readonly PrintedFunction[],
  { isLent }: FilePrinting,
): ReadonlySet<string> {
  const byName = new Map<Code, PrintedFunction>();
  const used = new Set<Code>();
  for (const each of functions) {
    byName.set(each.name, each);
    if (isLent(each.name)) used.add(each.name);
  }
  for (const { names } of declared) for (const name of names) used.add(name);
  // A set is walked through to the end while it grows.
  for (const name of used) for (const next of byName.get(name)?.names ?? []) used.add(next);
  return used;
}

/** `function fitsPolicy(value: unknown, to?: Report): boolean { … }`. */
function checkFunction(
  check: Check,
  names: CheckFunction,
  printing: FilePrinting,
): PrintedFunction {
  const { place } = names;
  const demands = createDemands(place);
  const parts: Code[] = [];
  const frame = createFrame(names, printing, demands, parts);
  const statements = reachable(
    guardCheck(check, { ...ownSubject(place), secret: check.secret }, frame),
  );
  const lines = join(layOut([...depthTest(names, printing), ...concluded(statements)]), '\n  ');
  const plain = withoutStrings(join([lines, ...parts], '\n'));
  const tells = standsIn(plain, code`to`);
  const isRead = standsIn(plain, code`value`);
  const report = printing.runtimeType('Report');
  const needed = [report, ...namesIn(plain, printing.asked())];
  const parameters = [
    isRead ? code`value: unknown` : code`_value: unknown`,
    code`${tells ? code`to` : code`_to`}?: ${report}`,
    ...(names.recursive ? [code`depth = 0`] : []),
  ];
  const said = tells ? layOut([tellsCall(demands.text(names.placed ? place : ''))]) : [];
  return {
    name: names.name,
    // Whether another file imports it is known when all have been printed.
    head: (isExported) => signature(names.name, parameters, isExported),
    body: join([...said, lines], '\n  '),
    parts,
    names: needed,
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

/** `function fitsPolicyPart(value: { … }, to?: Report): boolean { … }`, and the call of it. */
function printPart(
  subject: Subject,
  statements: readonly Statement[],
  names: CheckFunction,
  printing: FilePrinting,
): { readonly text: Code; readonly call: Call } {
  const { value } = subject;
  const name = printing.partName(names);
  const lines = join(layOut(concluded(statements)), '\n  ');
  const isCounted = names.recursive && standsIn(withoutStrings(lines), code`depth`);
  const given = [value, code`to`, ...(isCounted ? [code`depth`] : [])];
  const parameters = [
    code`${value}: ${typeOfPart(subject)}`,
    code`to: ${printing.runtimeType('Report')} | undefined`,
    ...(isCounted ? [code`depth: number`] : []),
  ];
  return {
    text: code`${signature(name, parameters, false)}\n  ${lines}\n}`,
    call: { function: name, arguments: given },
  };
}

function createFrame(
  names: CheckFunction,
  printing: FilePrinting,
  demands: Demands,
  parts: Code[],
): Frame {
  const taken = new Set(parameterNames);
  const counts = new Map<string, number>();
  return {
    printing,
    recursive: names.recursive,
    demand: demands.add,
    part(subject, statements) {
      const { text, call } = printPart(subject, statements, names, printing);
      parts.push(text);
      return call;
    },
    local(wish) {
      const isOwn = isFree(wish, printing) && !parameterNames.has(wish);
      const longer = `${camelCase(wordsOf(wish))}Member`;
      const base = isOwn ? wish : isFree(longer, printing) ? longer : 'member';
      let name = base;
      // Names are never given back: what was taken once is not tried again.
      let count = counts.get(base) ?? 2;
      for (; taken.has(name); count += 1) name = `${base}${count}`;
      counts.set(base, count);
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
  /^(?:(?:is|has)[A-Z]\w*|fits[A-Z0-9_$]\w*|(?:pattern|values|structure)\d*|accepts|assertion|checkOf|checksAt|deepCheckOf|deepViolationsOf|depthLimit|fails|failsAll|failsAs|memberNames|once|ownMember|remembered|standardSchema|tooDeep|unseen|violationsOf)$/;
