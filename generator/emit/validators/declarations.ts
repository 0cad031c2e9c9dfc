import type { StructureKind } from 'ts-morph';
import {
  isIdentifier,
  identifierName,
  globals,
  reserved as reservedWords,
} from '../../plan/names.js';
import { code, identifier, linesOf, stringLiteral, type Code } from '../code.js';
import type { Declaration } from '../source-file.js';
import type { Check, CheckKey } from './check.js';
import { not } from './condition.js';
import type { CheckRoot } from './compile-checks.js';
import {
  failureOf,
  ownSubject,
  type CheckFunction,
  type FormPosition,
  type Frame,
} from './frame.js';
import { formDeclaration } from './form/declaration.js';
import { guardCheck, isTypeOnly, typeTest } from './guard.js';
import type { FilePrinting } from './printing.js';
import { layOut, mentionedIn, namesIn, reachable, type Statement } from './statement.js';

/** The declarations of a file: constants first, then the functions of each root, then what they call. */
export function checkDeclarations(
  roots: readonly CheckRoot[],
  keys: readonly CheckKey[],
  printing: FilePrinting,
): readonly Declaration[] {
  const declarations: PrintedFunction[] = [];
  const own = new Set<CheckKey>();
  roots.forEach((root, index) => {
    const key = keys[index] ?? root.id;
    const names = printing.functionOf(key);
    const isOwn = names.guard === root.guard;
    if (!isOwn) printing.want(names, 'guard');
    printing.want(names, 'form');
    declarations.push(
      ...rootFunctions(root, names, printing, isOwn ? printing.checkOf(key) : undefined),
    );
    if (isOwn) own.add(key);
  });
  const others: PrintedFunction[] = [];
  for (let next = printing.next(); next !== undefined; next = printing.next()) {
    const { names, half, check, position = 'placed' } = next;
    if (half === 'guard' && own.has(names.key)) continue;
    others.push(
      half === 'guard'
        ? privateGuard(check, names, printing)
        : privateForm(check, names, printing, position),
    );
  }
  const used = usedFrom(declarations, others);
  const constants = printing.hoisted.filter(({ name }) => used.has(name));
  const functions = others.filter(({ name }) => used.has(name));
  return [
    ...constants.map(({ declaration }) => declaration),
    ...declarations.map(({ declaration }) => declaration),
    ...functions.sort(byKey(others)).map(({ declaration }) => declaration),
  ];
}

/** A declaration, and the lines in which it names others. */
interface PrintedFunction {
  readonly name: Code;
  readonly key: CheckKey;
  readonly lines: readonly Code[];
  readonly declaration: Declaration;
}

/** Names that can be reached from what is exported: conditions that were settled may have left some behind. */
function usedFrom(
  roots: readonly PrintedFunction[],
  others: readonly PrintedFunction[],
): ReadonlySet<string> {
  const byName = new Map(others.map((other) => [other.name as string, other]));
  const used = new Set<string>();
  const pending = [...roots];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const name of namesIn(next.lines)) {
      if (used.has(name)) continue;
      used.add(name);
      const other = byName.get(name);
      if (other !== undefined) pending.push(other);
    }
  }
  return used;
}

/** Guard and report of one check stand together, in the order in which checks were first asked for. */
function byKey(
  all: readonly PrintedFunction[],
): (a: PrintedFunction, b: PrintedFunction) => number {
  const order = new Map<CheckKey, number>();
  for (const { key } of all) if (!order.has(key)) order.set(key, order.size);
  return (a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0);
}

/** Guard, report and assertion of a root. Without a check the guard calls the one that has the same meaning. */
function rootFunctions(
  root: CheckRoot,
  names: CheckFunction,
  printing: FilePrinting,
  check: Check | undefined,
): readonly PrintedFunction[] {
  const body =
    check === undefined
      ? [code`return ${names.guard}(value${names.recursive ? code`, 0` : code``});`]
      : guardBody(check, names, printing);
  const parameter = check === undefined ? value : usedIn(body, value);
  const proves = root.type === undefined ? code`boolean` : code`${parameter.name} is ${root.type}`;
  const violations = code`${printing.runtime('violationsOf')}(value, ${names.form})`;
  const declarations = [
    functionDeclaration(root.guard, [parameter], proves, body, {
      key: names.key,
      exported: root.exported,
      docs: code`Whether a value is what the description calls ${plain(root.name)}.`,
    }),
    functionDeclaration(
      root.report,
      [value],
      code`readonly ${violationType(printing)}[]`,
      [...choice(code`${root.guard}(value)`, code`[]`, violations)],
      {
        key: names.key,
        exported: root.exported,
        docs: code`Every violation of ${plain(root.name)}.`,
      },
    ),
  ];
  if (root.assert === undefined || root.type === undefined) return declarations;
  const assert = functionDeclaration(
    root.assert,
    [value],
    code`asserts value is ${root.type}`,
    layOut([
      {
        kind: 'call',
        function: printing.runtime('assertNoViolation'),
        arguments: [stringLiteral(root.name), code`${root.report}(value)`],
      },
    ]),
    {
      key: names.key,
      exported: root.exported,
      docs: code`Throws an InvalidValueError unless a value is ${plain(root.name)}.`,
    },
  );
  return [...declarations, assert];
}

/** `return when ? then : otherwise;`, broken where it is too long. */
function choice(when: Code, then: Code, otherwise: Code): readonly Code[] {
  const line = code`return ${when} ? ${then} : ${otherwise};`;
  if (line.length + 2 <= 100) return [line];
  return [code`return ${when}`, code`  ? ${then}`, code`  : ${otherwise};`];
}

const value = { name: code`value`, type: code`unknown` };

function violationType(printing: FilePrinting): Code {
  return printing.scope.name({
    name: identifierName('Violation'),
    from: '@tallystick/runtime/validate',
    typeOnly: true,
  });
}

/** Names of schemas are document text: in prose only their letters matter. */
function plain(name: string): Code {
  return isIdentifier(name) ? identifier(identifierName(name)) : code`the value`;
}

function privateGuard(check: Check, names: CheckFunction, printing: FilePrinting): PrintedFunction {
  const body = guardBody(check, names, printing);
  const parameters = [usedIn(body, value), ...depthOf(names)];
  return functionDeclaration(names.guard, parameters, code`boolean`, body, {
    key: names.key,
    exported: false,
  });
}

function privateForm(
  check: Check,
  names: CheckFunction,
  printing: FilePrinting,
  position: FormPosition,
): PrintedFunction {
  const declaration = formDeclaration(check, names, printing, position);
  return { name: names.form, key: names.key, lines: linesOf(declaration), declaration };
}

/** Functions that call themselves count the levels of data they have come down. */
function depthOf(names: CheckFunction): readonly ParameterText[] {
  return names.recursive ? [{ name: code`depth`, type: code`number` }] : [];
}

function guardBody(check: Check, names: CheckFunction, printing: FilePrinting): readonly Code[] {
  const frame = createFrame(names, printing);
  const subject = ownSubject();
  if (isTypeOnly(check) && !names.recursive) {
    return layOut([{ kind: 'return', value: typeTest(check.types, subject.value, frame) }]);
  }
  const statements = reachable(guardCheck(check, subject, frame));
  return layOut([
    ...(names.recursive
      ? [code`if (depth > ${printing.runtime('depthLimit')}) return false;`]
      : []),
    ...concluded(statements),
  ]);
}

/** Statements of a guard with its last answer: the last refusal turned round where it stands alone. */
function concluded(statements: readonly Statement[]): readonly Statement[] {
  const last = statements.at(-1);
  if (last === code`return false;`) return statements;
  const failure = statements.length === 1 ? failureOf(statements) : undefined;
  const [only] = failure ?? [];
  if (only !== undefined) return [{ kind: 'return', value: not(only) }];
  return [...statements, code`return true;`];
}

function createFrame(names: CheckFunction, printing: FilePrinting): Frame {
  const taken = new Set(['value', 'depth']);
  return {
    printing,
    recursive: names.recursive,
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
  /^(?:(?:is|has|check|assert)[A-Z0-9_$]\w*|\w*Form\d*|(?:pattern|values|structure)\d*|depthLimit|memberNames|ownMember|violationsOf)$/;

interface ParameterText {
  readonly name: Code;
  readonly type: Code;
}

/** A parameter that nothing reads starts with an underscore, as TypeScript wants it. */
function usedIn(lines: readonly Code[], parameter: ParameterText): ParameterText {
  return mentionedIn(lines, parameter.name)
    ? parameter
    : { ...parameter, name: code`_${parameter.name}` };
}

function functionDeclaration(
  name: Code,
  parameters: readonly ParameterText[],
  returnType: Code,
  lines: readonly Code[],
  how: { readonly key: CheckKey; readonly exported: boolean; readonly docs?: Code },
): PrintedFunction {
  const declaration: Declaration = {
    kind: 13 as StructureKind.Function,
    isExported: how.exported,
    name,
    docs: how.docs === undefined ? [] : [how.docs],
    parameters,
    returnType,
    statements: lines,
  };
  return { name, key: how.key, lines, declaration };
}
