import { globals, isMemberName, reserved as reservedWords } from '../../plan/names/names.js';
import { camelCase, wordsOf } from '../../plan/names/words.js';
import {
  code,
  join,
  localName,
  stringLiteral,
  type Code,
  type Leaf,
  type Name,
  type Text,
} from '../../printer/code.js';
import { namesIn } from '../../printer/names-in.js';
import { printBody, printTogether } from '../../printer/print.js';
import { exportedFunction, privateFunction, type Parameter } from '../../printer/declare.js';
import type { Printed } from '../../printer/syntax.js';
import { union } from '../../printer/types.js';
import { call as callCode, evaluates } from '../../printer/values.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import type { Check } from '../check.js';
import type { CheckReference, KeyedRoot } from '../compile-checks.js';
import {
  depthName,
  functionInstance,
  issuesName,
  valueName,
  type CheckFunction,
  type FunctionContext,
  type Instance,
} from '../emit-context.js';
import { branchPhrases, expectedText } from '../reports/expected-text.js';
import { guardCheck, guardTarget, isInline, passes } from '../guard/guard.js';
import { issuesOfOther } from '../reports/issues-part.js';
import type { KnownChecks } from '../analysis/known-checks.js';
import { typeOfPart } from '../statements/split-into-parts.js';
import { createValidatorFile, type ValidatorFile } from './validator-file.js';
import { rootDeclarations } from './root-declarations.js';
import {
  isFail,
  reachable,
  returnTrue,
  type Call,
  type Statement,
} from '../statements/statement.js';
import { statementsCode } from '../statements/statements-code.js';

/** Prints the declarations of all files: constants, then exports of the roots, then checking functions. Also returns the data of the roots for the tables, in order. */
export function checkDeclarations(
  roots: readonly KeyedRoot[],
  known: KnownChecks,
  scopeOf: (path: string) => FileScope,
): { files: ReadonlyMap<string, readonly Declaration[]>; references: readonly CheckReference[] } {
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
      const declarations = root.isListed ? [] : rootDeclarations(root, names, file);
      const text = printTogether(declarations);
      return { root, text, names: namesIn([root.isListed ? names.name : text]) };
    },
  );
  // Files requested during the iteration are appended, and they may request functions from others.
  const functions = new Map<string, PrintedFunction[]>();
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const [path, file] of files) {
      const ofFile = functions.get(path) ?? [];
      functions.set(path, ofFile);
      for (let next = file.functions.next(); next !== undefined; next = file.functions.next()) {
        const printed = checkFunction(next.check, next.names, file);
        known.countText(next.names.key, printed.length);
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
  readonly text: Leaf;
  /** Names that it uses. */
  readonly names: ReadonlySet<Name>;
}

function checkFile(
  rootsByFile: readonly DeclaredRoot[],
  functions: readonly PrintedFunction[],
  file: ValidatorFile,
): readonly Declaration[] {
  const exported: Leaf[] = [];
  const listed: Leaf[] = [];
  for (const { root, text } of rootsByFile)
    if (root.exported) exported.push(text);
    else if (!root.isListed) listed.push(text);
  const used = new Set(reachableNames(rootsByFile, functions, file));
  const constants: Declaration[] = [];
  for (const { name, declaration, names } of file.sharedConstants) {
    if (!used.has(name)) continue;
    constants.push(declaration);
    for (const each of names) used.add(each);
  }
  const declarations: Declaration[] = [];
  if (constants.length > 0) declarations.push(printTogether(constants));
  declarations.push(...exported);
  if (listed.length > 0) declarations.push(join(listed, '\n'));
  for (const { name, signature, body, parts } of functions) {
    if (!used.has(name)) continue;
    const declare = file.functions.isExported(name) ? exportedFunction : privateFunction;
    declarations.push(declare(name, { ...signature, statements: body }), ...parts);
  }
  return declarations;
}

interface Signature {
  readonly parameters: readonly Parameter[];
  readonly returnType: Text | undefined;
}

interface PrintedFunction {
  readonly name: Name;
  readonly signature: Signature;
  readonly body: readonly Code[];
  /** Helper functions that only this function calls, to limit its length. */
  readonly parts: readonly Declaration[];
  /** Number of characters of its statements and those of its helper functions. */
  readonly length: number;
  /** Names that it uses. */
  readonly names: ReadonlySet<Name>;
}

/** Names that are reachable from the exports. */
function reachableNames(
  rootsByFile: readonly DeclaredRoot[],
  functions: readonly PrintedFunction[],
  { functions: { isExported } }: ValidatorFile,
): ReadonlySet<Name> {
  const byName = new Map<Name, PrintedFunction>();
  const used = new Set<Name>();
  for (const each of functions) {
    byName.set(each.name, each);
    if (isExported(each.name)) used.add(each.name);
  }
  for (const { names } of rootsByFile) for (const name of names) used.add(name);
  // The iteration includes names that are added on the way.
  for (const name of used) for (const next of byName.get(name)?.names ?? []) used.add(next);
  return used;
}

/** Prints a function such as `function matchesPolicy(value: unknown, issues?: Issues): boolean { … }`. */
function checkFunction(check: Check, names: CheckFunction, file: ValidatorFile): PrintedFunction {
  const { location } = names;
  const parts: Part[] = [];
  const context = createFunctionContext(names, file, parts);
  const statements = reachable(
    guardCheck(check, { ...functionInstance(location), secret: check.secret }, context),
  );
  const lines = printBody(
    statementsCode([...depthTest(names, file), ...withReturn(delegating(statements))]),
  );
  const used = new Set(lines.names);
  for (const { body } of parts) for (const name of body.names) used.add(name);
  const reports = used.has(issuesName);
  const isRead = used.has(valueName);
  const issues = file.isTyped ? file.runtimeType('Issues') : undefined;
  if (issues !== undefined) used.add(issues);
  const value = isRead ? code`value` : code`_value`;
  const report = reports ? code`issues` : code`_issues`;
  const parameters: Parameter[] =
    issues === undefined
      ? [{ name: value }, { name: report }]
      : [
          { name: value, type: code`unknown` },
          { name: report, type: issues, optional: true },
        ];
  if (names.recursive) parameters.push({ name: code`depth = 0` });
  const entry = reports && names.embedsLocation ? [entryCall(location)] : [];
  return {
    name: names.name,
    signature: { parameters, returnType: resultType(file) },
    body: [...entry, lines],
    parts: parts.map(({ declaration }) => declaration),
    length: parts.reduce((sum, { body }) => sum + body.lines.length, lines.lines.length),
    names: used,
  };
}

/** Passes the issues of a function on unchanged if it only calls another one. */
function delegating(statements: readonly Statement[]): readonly Statement[] {
  const [only] = statements;
  if (statements.length !== 1 || typeof only !== 'object' || only.kind !== 'fail')
    return statements;
  const { call } = only;
  if (!call.args.includes(issuesOfOther)) return statements;
  const args = call.args.map((argument) => (argument === issuesOfOther ? issuesName : argument));
  return [{ ...only, call: { ...call, args } }];
}

/** Statement that names the schema of a function. */
function entryCall(location: string): Code {
  return evaluates(callCode(code`${issuesName}?.in`, [stringLiteral(location)]));
}

function depthTest({ recursive }: CheckFunction, file: ValidatorFile): readonly Leaf[] {
  if (!recursive) return [];
  return [
    code`if (${depthName} > ${file.runtime('depthLimit')}) return ${file.runtime('tooDeep')}();`,
  ];
}

function resultType({ isTyped }: ValidatorFile): Text | undefined {
  return isTyped ? code`boolean` : undefined;
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
  if (typeof last === 'object' && last.kind === 'return') return statements;
  if (last !== undefined && isFail(last)) {
    if (last.when.kind === 'constant')
      return [...statements.slice(0, -1), { kind: 'return', call: last.call }];
    if (statements.length === 1) return [{ kind: 'answers', tests: [last] }];
  }
  return [...statements, returnTrue];
}

/** A helper function, and the call of it. */
interface Part {
  readonly body: Printed;
  readonly declaration: Declaration;
  readonly call: Call;
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
): Part {
  const { value } = instance;
  const name = file.functions.partName(names);
  const body = printBody(statementsCode(withReturn(statements)));
  const usesDepth = names.recursive && body.names.has(depthName);
  const args = [value, issuesName, ...(usesDepth ? [depthName] : [])];
  const parameters: readonly Parameter[] = file.isTyped
    ? [
        { name: value, type: typeOfPart(instance) },
        { name: issuesName, type: union([file.runtimeType('Issues'), code`undefined`]) },
        ...(usesDepth ? [{ name: depthName, type: code`number` }] : []),
      ]
    : args.map((each) => ({ name: each }));
  const signature = { parameters, returnType: resultType(file) };
  return {
    body,
    declaration: privateFunction(name, { ...signature, statements: [body] }),
    call: callCode(name, args),
  };
}

function createFunctionContext(
  names: CheckFunction,
  file: ValidatorFile,
  parts: Part[],
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
      const part = printPart(instance, statements, names, file);
      parts.push(part);
      return part.call;
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
