import type { Api } from '../api.js';

/** Parameters that carry the credentials of a security scheme, which the client sends: their location and lower-case name. */
export function secretParameters({ securitySchemes }: Api): ReadonlySet<string> {
  return new Set(
    securitySchemes.flatMap(({ scheme }) =>
      scheme.kind === 'apiKey' ? [`${scheme.in} ${scheme.name.toLowerCase()}`] : [],
    ),
  );
}
