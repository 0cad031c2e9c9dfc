import { globals, isMemberName, reserved as reservedWords } from '../plan/names.js';
import { camelCase, wordsOf } from '../plan/words.js';
import { code, join, localName, stringLiteral, type Text as Code } from '../printer/code.js';
import type { Declaration, FileScope } from '../printer/source-file.js';
import type { Check } from './check.js';
import type { CheckReference, KeyedRoot } from './compile-checks.js';
import { not } from './condition.js';
import {
  functionInstance,
  type CheckFunction,
  type FunctionContext,
  type Instance,
} from './emit-context.js';
import { branchPhrases, expectedText } from './expected-text.js';
import { guardCheck, guardTarget, isInline, passes } from './guard.js';
import { issuesOfOther } from './issues-part.js';
import type { KnownChecks } from './analysis/known-checks.js';
import { typeOfPart } from './parts.js';
import { createValidatorFile, type ValidatorFile } from './file-context.js';
import { rootDeclaration } from './root-declaration.js';
import { isFail, reachable, returning, type Call, type Statement } from './statement.js';
import { layOut } from './statement-layout.js';
import { namesIn, occursIn, withoutStrings } from './uses.js';

/** Declarations of one file. */
export interface CheckFile {
  /** Constants, then exports of the roots, then checking functions. */
  readonly declarations: readonly Declaration[];
  /** Names that were imported but are not used, because conditions were simplified. */
  readonly unusedImports: ReadonlySet<string>;
}

/** Prints all files, and returns the data of the roots for the tables, in order. */
export function checkDeclarations(
  roots: readonly KeyedRoot[],
  known: KnownChecks,
  scopeOf: (path: string) => FileScope,
): { files: ReadonlyMap<string, CheckFile>; references: readonly CheckReference[] } {
  const files = new Map<string, ValidatorFile>();
  const fileOf = (path: string): ValidatorFile => {
    const existing = files.get(path);
    if (existing !== undefined) return existing;
    const file = createValidatorFile(path, scopeOf(path), known, fileOf);
    files.set(path, file);
    return file;
  };
  const references: CheckReference[] = [];
  const rootsByFile = groupBy(
    roots,
    ({ file }) => file,
    (root) => {
      const file = fileOf(root.file);
      const names = file.functionOf(root.key);
      file.request(names);
      references.push({
        function: names.name,
        location: known.locationOf(root.key),
        embedsLocation: names.embedsLocation,
        isBounded: file.isBounded(root.key),
      });
      const text = root.isListed ? names.name : rootDeclaration(root, names, file);
      return { root, text, names: file.takeUsedNames() };
    },
  );
  // Files requested during the iteration are appended, and they may request functions from others.
  const functions = new Map<string, PrintedFunction[]>();
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const [path, file] of files) {
      const ofFile = functions.get(path) ?? [];
      functions.set(path, ofFile);
      for (let next = file.next(); next !== undefined; next = file.next()) {
        const printed = checkFunction(next.check, next.names, file);
        known.countText(next.names.key, lengthOf(printed));
        ofFile.push(printed);
        isDone = false;
      }
    }
  }
  return {
    files: new Map(
      [...files].map(([path, file]) => [
        path,
        checkFile(rootsByFile.get(path) ?? [], functions.get(path) ?? [], file),
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

/** Output for a root: its declarations, or only the name that a table lists. */
interface DeclaredRoot {
  readonly root: KeyedRoot;
  readonly text: Code;
  /** Names that it uses. */
  readonly names: ReadonlySet<Code>;
}

function checkFile(
  rootsByFile: readonly DeclaredRoot[],
  functions: readonly PrintedFunction[],
  file: ValidatorFile,
): CheckFile {
  const exported: Code[] = [];
  const listed: Code[] = [];
  for (const { root, text } of rootsByFile)
    if (root.exported) exported.push(text);
    else if (!root.isListed) listed.push(text);
  const used = new Set(reachableNames(rootsByFile, functions, file));
  const constants: Code[] = [];
  for (const { name, text, needs } of file.sharedConstants) {
    if (!used.has(name)) continue;
    constants.push(text);
    if (needs !== undefined) used.add(needs);
  }
  const declarations: Code[] = [];
  if (constants.length > 0) declarations.push(join(constants, '\n'));
  declarations.push(...exported);
  if (listed.length > 0) declarations.push(join(listed, '\n'));
  for (const { name, head, body, parts } of functions)
    if (used.has(name))
      declarations.push(code`${head(file.isExported(name))}\n  ${body}\n}`, ...parts);
  const unusedImports = new Set<string>();
  for (const name of file.imported) if (!used.has(name)) unusedImports.add(name);
  return { declarations, unusedImports };
}

interface PrintedFunction {
  readonly name: Code;
  readonly head: (isExported: boolean) => Code;
  /** A single string, because many separate lines would be kept until all functions are printed. */
  readonly body: Code;
  /** Helper functions that only this function calls, to limit its length. */
  readonly parts: readonly Code[];
  /** Names that it uses. */
  readonly names: readonly Code[];
}

function lengthOf({ body, parts }: PrintedFunction): number {
  return parts.reduce((sum, part) => sum + part.length, body.length);
}

/** Names that are reachable from the exports. */
function reachableNames(
  rootsByFile: readonly DeclaredRoot[],
  functions: readonly PrintedFunction[],
  { isExported: isLent }: ValidatorFile,
): ReadonlySet<string> {
  const byName = new Map<Code, PrintedFunction>();
  const used = new Set<Code>();
  for (const each of functions) {
    byName.set(each.name, each);
    if (isLent(each.name)) used.add(each.name);
  }
  for (const { names } of rootsByFile) for (const name of names) used.add(name);
  // The iteration includes names that are added on the way.
  for (const name of used) for (const next of byName.get(name)?.names ?? []) used.add(next);
  return used;
}

/** Prints a function such as `function matchesPolicy(value: unknown, issues?: Issues): boolean { … }`. */
function checkFunction(check: Check, names: CheckFunction, file: ValidatorFile): PrintedFunction {
  const { location } = names;
  const parts: Code[] = [];
  const context = createFunctionContext(names, file, parts);
  const statements = reachable(
    guardCheck(check, { ...functionInstance(location), secret: check.secret }, context),
  );
  const lines = join(
    layOut([...depthTest(names, file), ...withReturn(delegating(statements))]),
    '\n  ',
  );
  const plain = withoutStrings(join([lines, ...parts], '\n'));
  const reports = occursIn(plain, code`issues`);
  const isRead = occursIn(plain, code`value`);
  const issues = file.isTyped ? file.runtimeType('Issues') : undefined;
  const usedNames = [
    ...(issues === undefined ? [] : [issues]),
    ...namesIn(plain, file.takeUsedNames()),
  ];
  const value = isRead ? code`value` : code`_value`;
  const report = reports ? code`issues` : code`_issues`;
  const parameters =
    issues === undefined ? [value, report] : [code`${value}: unknown`, code`${report}?: ${issues}`];
  if (names.recursive) parameters.push(code`depth = 0`);
  const entry = reports && names.embedsLocation ? layOut([entryCall(location)]) : [];
  return {
    name: names.name,
    // Imports by other files are known only after all functions have been printed.
    head: (isExported) => signature(names.name, parameters, isExported, file),
    body: join([...entry, lines], '\n  '),
    parts,
    names: usedNames,
  };
}

/** Passes the issues of a function on unchanged if it only calls another one. */
function delegating(statements: readonly Statement[]): readonly Statement[] {
  const [only] = statements;
  if (statements.length !== 1 || typeof only !== 'object' || only.kind !== 'fail')
    return statements;
  const { call } = only;
  if (call.arguments.every((argument) => argument !== issuesOfOther)) return statements;
  const args = call.arguments.map((argument) =>
    argument === issuesOfOther ? code`issues` : argument,
  );
  return [{ ...only, call: { ...call, arguments: args } }];
}

/** Statement that names the schema of a function. */
function entryCall(location: string): Statement {
  return { kind: 'call', function: code`issues?.in`, arguments: [stringLiteral(location)] };
}

function depthTest({ recursive }: CheckFunction, file: ValidatorFile): readonly Code[] {
  if (!recursive) return [];
  return [code`if (depth > ${file.runtime('depthLimit')}) return ${file.runtime('tooDeep')}();`];
}

function signature(
  name: Code,
  parameters: readonly Code[],
  isExported: boolean,
  { isTyped }: ValidatorFile,
): Code {
  const start = isExported ? code`export function` : code`function`;
  const end = isTyped ? code`): boolean {` : code`) {`;
  const flat = code`${start} ${name}(${parameters.join(', ') as Code}${end}`;
  if (flat.length <= 100) return flat;
  return code`${start} ${name}(\n${parameters.map((each) => code`  ${each},`)}\n${end}`;
}

/**
 * Adds the final return statement. A last test becomes the returned expression, and so do several if
 * that takes fewer lines.
 */
function withReturn(statements: readonly Statement[]): readonly Statement[] {
  const single = withSingleReturn(statements);
  const start = statements.findLastIndex((each) => !isFail(each)) + 1;
  const tests = statements.slice(start).filter(isFail);
  if (tests.length < 2) return single;
  const otherwise = single.slice(start);
  return [...statements.slice(0, start), { kind: 'answers', tests, otherwise }];
}

function withSingleReturn(statements: readonly Statement[]): readonly Statement[] {
  const last = statements.at(-1);
  if (typeof last === 'object' && last.kind === 'call' && last.prefix === returning)
    return statements;
  if (last !== undefined && isFail(last)) {
    const returnCall = { kind: 'call', prefix: returning, ...last.call } as const;
    if (last.when.kind === 'constant') return [...statements.slice(0, -1), returnCall];
    if (statements.length === 1) return [{ kind: 'answer', when: not(last.when), call: last.call }];
  }
  return [...statements, code`return true;`];
}

/**
 * Prints a helper such as `function matchesPolicyPart(value: { … }, issues?: Issues): boolean { … }`,
 * and its call.
 */
function printPart(
  instance: Instance,
  statements: readonly Statement[],
  names: CheckFunction,
  file: ValidatorFile,
): { readonly text: Code; readonly call: Call } {
  const { value } = instance;
  const name = file.partName(names);
  const lines = join(layOut(withReturn(statements)), '\n  ');
  const usesDepth = names.recursive && occursIn(withoutStrings(lines), code`depth`);
  const args = [value, code`issues`, ...(usesDepth ? [code`depth`] : [])];
  const parameters = file.isTyped
    ? [
        code`${value}: ${typeOfPart(instance)}`,
        code`issues: ${file.runtimeType('Issues')} | undefined`,
        ...(usesDepth ? [code`depth: number`] : []),
      ]
    : args;
  return {
    text: code`${signature(name, parameters, false, file)}\n  ${lines}\n}`,
    call: { function: name, arguments: args },
  };
}

function createFunctionContext(
  names: CheckFunction,
  file: ValidatorFile,
  parts: Code[],
): FunctionContext {
  const taken = new Set(parameterNames);
  const counts = new Map<string, number>();
  const context: FunctionContext = {
    file,
    guardTarget: (target, instance, rejection) => guardTarget(target, instance, context, rejection),
    passes: (target, instance) => passes(target, instance, context),
    isInline: (target, instance) => isInline(target, instance, context),
    describe: expectedText,
    describeBranches: (branches) => branchPhrases(branches, file),
    recursive: names.recursive,
    location: names.location,
    extractPart(instance, statements) {
      const { text, call } = printPart(instance, statements, names, file);
      parts.push(text);
      return call;
    },
    reserveLocal(candidate) {
      const isAvailable = isFree(candidate, file) && !parameterNames.has(candidate);
      const suffixed = `${camelCase(wordsOf(candidate))}Member`;
      const base = isAvailable ? candidate : isFree(suffixed, file) ? suffixed : 'member';
      let name = base;
      // Names are never released, so smaller numbers are not tried again.
      let count = counts.get(base) ?? 2;
      for (; taken.has(name); count += 1) name = `${base}${count}`;
      counts.set(base, count);
      taken.add(name);
      return localName(name);
    },
  };
  return context;
}

const parameterNames: ReadonlySet<string> = new Set(['value', 'depth', 'issues']);

/** True if a local constant may have this name. */
function isFree(name: string, { reserved }: ValidatorFile): boolean {
  let isLocal = locals.get(name);
  if (isLocal === undefined) {
    const isWord = reservedWords.has(name) && !typeWords.has(name);
    isLocal = isMemberName(name) && !isWord && !globals.has(name) && !fileLevelName.test(name);
    locals.set(name, isLocal);
  }
  return isLocal && !reserved.has(name);
}

/** Cached results, because property names are often repeated. */
const locals = new Map<string, boolean>();

/** Keywords of types, which are valid names of constants. */
const typeWords: ReadonlySet<string> = new Set(
  (
    'abstract any as asserts async bigint boolean declare from get global infer intrinsic is keyof module namespace never ' +
    'number object of out override readonly require satisfies set string symbol type unique unknown'
  ).split(' '),
);

/** Pattern of functions and constants of the file, and of their imports. */
const fileLevelName =
  /^(?:(?:is|has|matches)[A-Z0-9_$]\w*|\w+(?:Pattern|Values|Constant)\d*|accepts|countMembers|depthLimit|noBranch|once|ownMember|rejects|remembered|tooDeep|unknownTag|violates|wrongType)$/;
