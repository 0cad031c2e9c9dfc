import {
  globals,
  identifierName,
  isIdentifier,
  reserved as reservedWords,
} from '../../plan/names.js';
import { code, identifier, join, type Code } from '../code.js';
import type { Declaration } from '../source-file.js';
import type { Check } from './check.js';
import type { KeyedRoot } from './compile-checks.js';
import { not } from './condition.js';
import { ownSubject, type CheckFunction, type Frame } from './frame.js';
import { guardCheck } from './guard.js';
import type { FilePrinting } from './printing.js';
import { rootDeclaration } from './root-declaration.js';
import { layOut, reachable, returning, type Statement } from './statement.js';
import { mentionedIn, namesIn } from './uses.js';

/** The declarations of a file: constants first, then what each root exports, then the functions that check. */
export function checkDeclarations(
  roots: readonly KeyedRoot[],
  printing: FilePrinting,
): readonly Declaration[] {
  const declared = roots.map((root) => {
    const names = printing.functionOf(root.key);
    printing.want(names);
    return { root, text: rootDeclaration(root, names, printing) };
  });
  const exported = declared.flatMap(({ root, text }) => (root.exported ? [text] : []));
  const tabled = declared.flatMap(({ root, text }) => (root.exported ? [] : [text]));
  const functions: PrintedFunction[] = [];
  for (let next = printing.next(); next !== undefined; next = printing.next())
    functions.push(checkFunction(next.check, next.names, printing));
  const used = usedFrom([...exported, ...tabled], functions);
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
    ...functions.filter(({ name }) => used.has(name)).map(({ text }) => text),
  ];
}

/** A function, and the names in its text. */
interface PrintedFunction {
  readonly name: Code;
  readonly text: Code;
}

/** Names that can be reached from what is exported: conditions that were settled may have left some behind. */
function usedFrom(
  roots: readonly Code[],
  functions: readonly PrintedFunction[],
): ReadonlySet<string> {
  const byName = new Map(functions.map(({ name, text }) => [name as string, text]));
  const used = new Set<string>();
  const pending = [...roots];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of namesIn([next])) {
      if (used.has(name)) continue;
      used.add(name);
      const text = byName.get(name);
      if (text !== undefined) pending.push(text);
    }
  }
  return used;
}

/** `function fitsPolicy(value: unknown, to?: Report): boolean { … }`. */
function checkFunction(
  check: Check,
  names: CheckFunction,
  printing: FilePrinting,
): PrintedFunction {
  const frame = createFrame(check, names, printing);
  const statements = reachable(
    guardCheck(check, { ...ownSubject(check.place), secret: check.secret }, frame),
  );
  const placed: Statement = {
    kind: 'call',
    function: code`to?.writtenAt`,
    arguments: [printing.placeOf(names.key)],
  };
  const body = layOut([
    ...(names.placed ? [placed] : []),
    ...depthTest(names, printing),
    ...concluded(statements),
  ]);
  const parameter = (name: Code, rest: Code): Code =>
    mentionedIn(body, name) ? code`${name}${rest}` : code`_${name}${rest}`;
  const parameters = [
    parameter(code`value`, code`: unknown`),
    parameter(code`to`, code`?: ${printing.runtimeType('Report')}`),
    ...(names.recursive ? [code`depth = 0`] : []),
  ];
  const head = signature(names.name, parameters);
  const lines = body.map((line) => code`  ${line}`);
  return { name: names.name, text: code`${head}\n${lines}\n}` };
}

function depthTest({ recursive }: CheckFunction, printing: FilePrinting): readonly Code[] {
  if (!recursive) return [];
  return [
    code`if (depth > ${printing.runtime('depthLimit')}) return ${printing.runtime('tooDeep')}();`,
  ];
}

function signature(name: Code, parameters: readonly Code[]): Code {
  const flat = code`function ${name}(${parameters.join(', ') as Code}): boolean {`;
  if (flat.length <= 100) return flat;
  return code`function ${name}(\n${parameters.map((each) => code`  ${each},`)}\n): boolean {`;
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

function createFrame(check: Check, names: CheckFunction, printing: FilePrinting): Frame {
  const taken = new Set(['value', 'depth', 'to']);
  return {
    printing,
    recursive: names.recursive,
    place: check.place,
    local(wish) {
      const legal =
        isIdentifier(wish) &&
        !reservedWords.has(wish) &&
        !globals.has(wish) &&
        !looksGlobal.test(wish);
      const base = legal && !printing.reserved.has(wish) ? wish : 'member';
      let name = base;
      for (let count = 2; taken.has(name); count += 1) name = `${base}${count}`;
      taken.add(name);
      return identifier(identifierName(name));
    },
  };
}

/** The spelling of functions and constants of the file, and of what they import. */
const looksGlobal =
  /^(?:(?:is|has)[A-Z]\w*|fits[A-Z0-9_$]\w*|\w*Place\d*|(?:pattern|values|structure)\d*|accepts|assertion|checkOf|deepCheckOf|deepViolationsOf|depthLimit|description|memberNames|once|ownMember|pointerTo|standardSchema|tooDeep|violationsOf)$/;
