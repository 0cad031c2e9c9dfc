import type { SecurityPlan } from '../../plan/plan.js';
import { code, type Code, commentLines, join, stringLiteral } from '../../printer/code.js';
import { exportedAlias } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { union } from '../../printer/types.js';

/** Emits the type that lists the permissions of a scheme's keys. */
export function scopeType(
  scope: FileScope,
  { scheme: { jwt, hmac }, permissions }: SecurityPlan,
): readonly Declaration[] {
  if (permissions === undefined) return [];
  const described = (jwt ?? hmac)?.scopes ?? {};
  const prose = permissions.scopes.flatMap((each) => {
    const text = Object.hasOwn(described, each) ? described[each] : undefined;
    return text === undefined ? [] : commentLines(`- \`${each}\`: ${text.trim()}`);
  });
  const head = code`Permissions of a key of this scheme.`;
  const docs = prose.length === 0 ? head : join([head, code``, ...prose], '\n');
  const scopes = union(permissions.scopes.map(stringLiteral));
  return [exportedAlias(scope.name(permissions.type), scopes, { docs: [docs] })];
}

/** Type arguments of verifiers and their options: the type of the permissions, if there are any. */
export function scopeArguments(scope: FileScope, { permissions }: SecurityPlan): readonly Code[] {
  return permissions === undefined ? [] : [scope.name(permissions.type)];
}
