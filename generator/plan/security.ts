import type { Api } from '../model/api.js';
import { exported } from './exported.js';
import { chooseNames, legalName, memberIdentifier, isMemberName, type Wish } from './names.js';
import type { SecurityPlan } from './plan.js';
import { camelCase, wordsOf } from './words.js';

/** Names for every security scheme: its constant, and the factories of those that declare how tokens are made. */
export function planSecurity(api: Api, taken: Set<string>): readonly SecurityPlan[] {
  const names = chooseNames(
    api.securitySchemes.flatMap(({ key, jwt }): readonly Wish[] => {
      const own = propertyOf(key);
      const wish = (part: string, ...candidates: readonly string[]): Wish => ({
        key: `${part} ${key}`,
        candidates,
      });
      return [
        wish('constant', `${own}Scheme`, `${own}SecurityScheme`),
        ...(jwt === undefined
          ? []
          : [
              wish(
                'factory',
                jwt.credential.name,
                `${jwt.credential.name}Credential`,
                `${own}Credential`,
              ),
              wish('verifier', `${own}Verifier`, `${own}SchemeVerifier`),
            ]),
      ];
    }),
    taken,
  );
  return api.securitySchemes.map((scheme): SecurityPlan => ({
    scheme,
    property: memberIdentifier(propertyOf(scheme.key)),
    constant: exported(names, `constant ${scheme.key}`, 'description.ts', 'value'),
    ...(scheme.jwt === undefined
      ? {}
      : {
          factory: exported(names, `factory ${scheme.key}`, 'security.ts', 'value'),
          verifier: exported(names, `verifier ${scheme.key}`, 'security.ts', 'value'),
        }),
  }));
}

/** The scheme's key where it can follow a dot; its words otherwise. */
function propertyOf(key: string): string {
  if (isMemberName(key)) return key;
  const words = wordsOf(key);
  return words.length === 0 ? legalName(key, 'scheme') : legalName(camelCase(words), 'scheme');
}
