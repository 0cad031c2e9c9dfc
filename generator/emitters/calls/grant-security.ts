import type { SecurityPlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, stringLiteral } from '../../printer/code.js';
import { call, returns, assigns } from '../../printer/values.js';
import { generic, union } from '../../printer/types.js';
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
  const scopeType = scopes.length === 0 ? [] : [union(scopes.map(stringLiteral))];
  return [
    exportedFunction(scope.name(factory), {
      docs: schemeDocs(
        scheme,
        code`Creates a source of tokens that uses the client credentials grant and caches them, for the \`credentials\` of a client.`,
      ),
      parameters: [
        {
          name: code`options`,
          type: generic(scope.name(names.ClientCredentialsOptions), scopeType),
        },
      ],
      returnType: scope.name(names.ClientCredentials),
      statements: [
        assigns(code`const source`, dataLiteral(source)),
        returns(call(scope.name(names.clientCredentials), [code`source`, code`options`])),
      ],
    }),
  ];
}
