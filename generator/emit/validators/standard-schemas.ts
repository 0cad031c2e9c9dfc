import { identifierName } from '../../plan/names.js';
import type { Plan } from '../../plan/plan.js';
import { code, join, type Code } from '../code.js';
import type { Declaration, FileScope } from '../source-file.js';

const from = '@tallystick/runtime/validate';
const make = { name: identifierName('standardSchema'), from, typeOnly: false };
const type = { name: identifierName('StandardSchemaV1'), from, typeOnly: true };
const printWidth = 100;

/** The checks of named schemas once more, as Standard Schemas. A bundler drops those that nothing uses. */
export function standardSchemas(plan: Plan, scope: FileScope): readonly Declaration[] {
  return plan.checks.flatMap((check) => {
    if (check.standard === undefined || check.type === undefined) return [];
    const name = scope.name(check.standard);
    const declared = code`${scope.name(type)}<${scope.name(check.type)}>`;
    const [guard, report] = [scope.name(check.guard), scope.name(check.report)];
    const start = code`export const ${name}: ${declared} =`;
    const call = code`/* @__PURE__ */ ${scope.name(make)}`;
    return [code`${start}${layOutCall(start.length, call, [guard, report])}`];
  });
}

/** What follows `=`: on the same line, on a line of its own, or with its arguments one below the other. */
function layOutCall(before: number, call: Code, values: readonly Code[]): Code {
  const flat = code`${call}(${join(values, ', ')});`;
  if (before + 1 + flat.length <= printWidth) return code` ${flat}`;
  const isShort = before + 1 + call.length + 1 <= printWidth;
  if (!isShort && flat.length + 2 <= printWidth) return code`\n  ${flat}`;
  const indent = isShort ? code`` : code`  `;
  const lines = values.map((value) => code`${indent}  ${value},`);
  const broken = code`${call}(\n${lines}\n${indent});`;
  return isShort ? code` ${broken}` : code`\n  ${broken}`;
}
