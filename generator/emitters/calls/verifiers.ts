import type { Identifier, SecurityPlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, commentLines, join, propertyName } from '../../printer/code.js';
import { exportedInterface, type Member } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';

/** Declares the interfaces of verifiers and of their principals, by scheme. */
export function verifierInterfaces(
  scope: FileScope,
  verifiersType: Identifier,
  principalsType: Identifier,
  schemes: readonly SecurityPlan[],
): readonly Declaration[] {
  const verifiers: readonly Member[] = schemes.map(({ scheme }) => ({
    name: propertyName(scheme.key),
    type: scope.name(runtimeNames.types.Verifier),
    docs:
      scheme.description === undefined ? [] : [join(commentLines(scheme.description.trim()), '\n')],
  }));
  const principals = schemes.map(({ scheme }) => ({
    name: propertyName(scheme.key),
    type: code`unknown`,
  }));
  return [
    exportedInterface(scope.name(verifiersType), {
      docs: [code`Verifier of each security scheme.`],
      members: verifiers,
    }),
    exportedInterface(scope.name(principalsType), {
      docs: [code`Principals that the verifiers return, by security scheme.`],
      members: principals,
    }),
  ];
}
