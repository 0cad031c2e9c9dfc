import type { Plan } from '../../plan/plan.js';
import type { ZodPlan, ZodSchemaPlan } from './plan.js';
import { code, type Text, indented, stringLiteral } from '../../printer/code.js';
import { createFileScope } from '../../printer/file-scope.js';
import type { Declaration, FileScope, SourceFile } from '../../printer/source-file.js';
import { followedBy } from './lay-out.js';
import { nodeCode, zodIdentifier, type ZodContext } from './node-code.js';
import { runtimeName } from './refinements.js';

/** Emits `zod.ts`: Zod schemas of the named types. */
export function emitZod(
  planned: ZodPlan,
  plan: Pick<Plan, 'package'> & Partial<Pick<Plan, 'isLinear'>>,
): SourceFile {
  const scope = createFileScope(plan, planned.file);
  const zod = scope.name(zodIdentifier);
  for (const { identifier } of planned.schemas) scope.name(identifier);
  const helpers: Declaration[] = [];
  const once = (print: (name: Text) => Text, candidate: string): (() => Text) => {
    let name: Text | undefined;
    return () => {
      if (name === undefined) {
        name = scope.local(candidate);
        helpers.push(print(name));
      }
      return name;
    };
  };
  const lazily = once((name) => lazilyCode(name, zod), 'lazily');
  const beyondZod = once((name) => beyondZodCode(name, zod, scope), 'beyond');
  const discriminable = once((name) => discriminableCode(name, zod), 'toldApart');
  const context: ZodContext = { scope, zod, discriminable };
  const schemas = planned.schemas.map((schema) => {
    const refinement = schema.guarded
      ? code`.superRefine(${beyondZod()}(${scope.name(schema.schema)}.check))`
      : code``;
    return declaration(schema, lazily(), refinement, context);
  });
  return scope.finish([...schemas, ...helpers]);
}

function declaration(
  { identifier, type, node }: ZodSchemaPlan,
  lazily: Text,
  refinement: Text,
  context: ZodContext,
): Declaration {
  const { scope, zod } = context;
  const name = scope.name(identifier);
  const value = scope.name(type);
  const text = nodeCode(node, 1, context);
  const body = refinement === '' ? text : followedBy(text, refinement);
  const head = code`export const ${name}: ${zod}.ZodType<${value}, ${value}> =`;
  const call = code`/* @__PURE__ */ ${lazily}(() =>\n${indented(code`${body},`)}\n);`;
  const separator =
    head.length + 20 + lazily.length > 100 ? code`\n${indented(call)}` : code` ${call}`;
  return code`/** Zod schema of {@link ${value}}. */\n${head}${separator}`;
}

/**
 * Helper that creates a schema on first use. Schemas may be recursive, and the import remains
 * cheap.
 */
function lazilyCode(name: Text, zod: Text): Text {
  return code`/** Creates a schema of the given type when it is first used. */
function ${name}<Value>(make: () => ${zod}.ZodType): ${zod}.ZodType<Value, Value> {
  const schema: ${zod}.ZodType = ${zod}.lazy(make);
  return schema as ${zod}.ZodType<Value, Value>;
}`;
}

function beyondZodCode(name: Text, zod: Text, scope: FileScope): Text {
  const violation = runtimeName(scope, 'Violation', true);
  const issues = runtimeName(scope, 'standardIssues');
  return code`/** Adds the violations that the generated check finds, for keywords that Zod cannot express. */
function ${name}(
  check: (value: unknown) => readonly ${violation}[],
): (value: unknown, context: ${zod}.RefinementCtx) => void {
  return (value, context) => {
    for (const { message, path } of ${issues}(value, check(value))) {
      context.addIssue({ code: ${stringLiteral('custom')}, message, path: [...path] });
    }
  };
}`;
}

function discriminableCode(name: Text, zod: Text): Text {
  return code`/** Types schemas as members of a discriminated union. */
function ${name}(
  schemas: readonly [${zod}.core.$ZodType, ...${zod}.core.$ZodType[]],
): readonly [${zod}.core.$ZodTypeDiscriminable, ...${zod}.core.$ZodTypeDiscriminable[]] {
  return schemas as readonly [
    ${zod}.core.$ZodTypeDiscriminable,
    ...${zod}.core.$ZodTypeDiscriminable[],
  ];
}`;
}
