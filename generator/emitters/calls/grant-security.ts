import type { SecurityPlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, join, stringLiteral } from '../../printer/code.js';
import { dataLiteral } from '../../typescript/data-literal.js';
import { exportedFunction } from '../../printer/declare.js';
import type { Declaration, FileScope } from '../../printer/source-file.js';
import { schemeDocs } from './scheme-docs.js';

/**
 * Emits the factory that obtains tokens for a client, if the description declares a token source.
 */
export function grantFunctions(
  scope: FileScope,
  { scheme, clientCredentials }: SecurityPlan,
): readonly Declaration[] {
  if (clientCredentials === undefined) return [];
  const { factory, source, scopes } = clientCredentials;
  const names = runtimeNames.oauth2;
  const scopeType =
    scopes.length === 0 ? code`` : code`<${join(scopes.map(stringLiteral), ' | ')}>`;
  return [
    exportedFunction(scope.name(factory), {
      docs: schemeDocs(
        scheme,
        code`Creates a source of tokens that uses the client credentials grant and caches them, for the \`credentials\` of a client.`,
      ),
      parameters: [
        {
          name: code`options`,
          type: code`${scope.name(names.ClientCredentialsOptions)}${scopeType}`,
        },
      ],
      returnType: scope.name(names.ClientCredentials),
      statements: [
        code`const source = ${dataLiteral(source, '  const source = '.length)};`,
        code`return ${scope.name(names.clientCredentials)}(source, options);`,
      ],
    }),
  ];
}
