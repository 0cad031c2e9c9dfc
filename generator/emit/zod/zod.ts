import type { Plan, ZodSchemaPlan } from '../../plan/plan.js';
import { code, type Code, indented, stringLiteral } from '../code.js';
import { createFileScope } from '../file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../source-file.js';
import { followedBy } from './lay-out.js';
import { nodeCode, zodIdentifier, type ZodPrinting } from './node-code.js';
import { runtimeName } from './refinements.js';

/** `zod.ts`: Zod schemas of the named types, where they were asked for. */
export function emitZod(
  plan: Pick<Plan, 'package' | 'zod'> & Partial<Pick<Plan, 'isLinear'>>,
): readonly SourceFile[] {
  if (plan.zod === undefined) return [];
  const scope = createFileScope(plan, plan.zod.file);
  const zod = scope.name(zodIdentifier);
  for (const { identifier } of plan.zod.schemas) scope.name(identifier);
  const own: Declaration[] = [];
  const once = (make: (name: Code) => Code, wish: string): (() => Code) => {
    let name: Code | undefined;
    return () => {
      if (name === undefined) {
        name = scope.local(wish);
        own.push(make(name));
      }
      return name;
    };
  };
  const lazily = once((name) => lazilyCode(name, zod), 'lazily');
  const beyond = once((name) => beyondCode(name, zod, scope), 'beyond');
  const told = once((name) => toldCode(name, zod), 'toldApart');
  const printing: ZodPrinting = { scope, zod, told };
  const schemas = plan.zod.schemas.map((schema) => {
    const after = schema.guarded
      ? code`.superRefine(${beyond()}(${scope.name(schema.report)}))`
      : code``;
    return declaration(schema, lazily(), after, printing);
  });
  return [scope.finish([...schemas, ...own])];
}

function declaration(
  { identifier, type, node }: ZodSchemaPlan,
  lazily: Code,
  after: Code,
  printing: ZodPrinting,
): Declaration {
  const { scope, zod } = printing;
  const name = scope.name(identifier);
  const value = scope.name(type);
  const text = nodeCode(node, 1, printing);
  const body = after === '' ? text : followedBy(text, after);
  const head = code`export const ${name}: ${zod}.ZodType<${value}, ${value}> =`;
  const call = code`/* @__PURE__ */ ${lazily}(() =>\n${indented(code`${body},`)}\n);`;
  const gap = head.length + 20 + lazily.length > 100 ? code`\n${indented(call)}` : code` ${call}`;
  return code`/** What the description calls ${value}, as a Zod schema. */\n${head}${gap}`;
}

/** Made when it is first used: schemas may lead back to themselves, and an import costs nothing. */
function lazilyCode(name: Code, zod: Code): Code {
  return code`/** A schema under the type that it proves, made when it is first used. */
function ${name}<Value>(make: () => ${zod}.ZodType): ${zod}.ZodType<Value, Value> {
  const schema: ${zod}.ZodType = ${zod}.lazy(make);
  return schema as ${zod}.ZodType<Value, Value>;
}`;
}

function beyondCode(name: Code, zod: Code, scope: FileScope): Code {
  const violation = runtimeName(scope, 'Violation', true);
  const issues = runtimeName(scope, 'standardIssues');
  return code`/** What the description says beyond what Zod can say, from the generated check. */
function ${name}(
  report: (value: unknown) => readonly ${violation}[],
): (value: unknown, context: ${zod}.RefinementCtx) => void {
  return (value, context) => {
    for (const { message, path } of ${issues}(value, report(value))) {
      context.addIssue({ code: ${stringLiteral('custom')}, message, path: [...path] });
    }
  };
}`;
}

function toldCode(name: Code, zod: Code): Code {
  return code`/** Schemas that the values of one member tell apart. */
function ${name}(
  schemas: readonly [${zod}.core.$ZodType, ...${zod}.core.$ZodType[]],
): readonly [${zod}.core.$ZodTypeDiscriminable, ...${zod}.core.$ZodTypeDiscriminable[]] {
  return schemas as readonly [
    ${zod}.core.$ZodTypeDiscriminable,
    ...${zod}.core.$ZodTypeDiscriminable[],
  ];
}`;
}
