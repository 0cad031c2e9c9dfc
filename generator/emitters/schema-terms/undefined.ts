import type { TermsByName } from './library.js';
import type { SchemaTerm } from './term.js';

/** Tells whether a term has no type, so that some libraries accept a missing value as `undefined`. */
export function undefinedAcceptance(terms: TermsByName): (term: SchemaTerm) => boolean {
  const known = new Map<string, boolean>();
  const accepts = (term: SchemaTerm): boolean => {
    switch (term.kind) {
      case 'unknown':
        return true;
      case 'union':
      case 'discriminated':
        return term.members.some(accepts);
      case 'intersection':
        return term.members.every(accepts);
      case 'reference':
        return ofSchema(term.target.name);
      default:
        return false;
    }
  };
  const ofSchema = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // A schema that leads back to itself is taken to accept it until the answer is known.
    known.set(name, true);
    const term = terms.get(name);
    const result = term === undefined || accepts(term);
    known.set(name, result);
    return result;
  };
  return accepts;
}
