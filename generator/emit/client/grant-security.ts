import type { SecurityPlan } from '../../plan/plan.js';
import { runtimeNames } from '../../plan/runtime-names.js';
import { code, join, stringLiteral } from '../code.js';
import { dataLiteral } from '../data-literal.js';
import { exportedFunction } from '../declare.js';
import type { Declaration, FileScope } from '../source-file.js';
import { schemeDocs } from './scheme-docs.js';

/** What gets the tokens of a scheme whose description says where a client gets them by itself. */
export function grantFunctions(
  scope: FileScope,
  { scheme, clientCredentials }: SecurityPlan,
): readonly Declaration[] {
  if (clientCredentials === undefined) return [];
  const { factory, source, scopes } = clientCredentials;
  const names = runtimeNames.oauth2;
  const asked = scopes.length === 0 ? code`` : code`<${join(scopes.map(stringLiteral), ' | ')}>`;
  return [
    exportedFunction(scope.name(factory), {
      docs: schemeDocs(
        scheme,
        code`Gets tokens with the client's own credentials, and keeps them; give it to a client's credentials.`,
      ),
      parameters: [
        {
          name: code`options`,
          type: code`${scope.name(names.ClientCredentialsOptions)}${asked}`,
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
