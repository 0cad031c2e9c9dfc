import { identifierName } from '../../plan/names/names.js';
import type { Identifier } from '../../plan/plan.js';
import type { Name } from '../../printer/code.js';
import type { FileScope } from '../../printer/source-file.js';
import type { DeclareHelper } from '../schema-terms/library.js';
import type { SchemaTerm } from '../schema-terms/term.js';

/** What the parts of a file of ArkType share. */
export interface ArktypeContext {
  readonly scope: FileScope;
  /** Name of the namespace import, `ark`. Its function is called `type`, which no import is. */
  readonly ark: Name;
  readonly helper: DeclareHelper;
  /** True if ArkType accepts a property that is `undefined` for a term. */
  acceptsUndefined(term: SchemaTerm): boolean;
}

/** Import of ArkType. */
export const arkIdentifier: Identifier = {
  name: identifierName('ark'),
  from: 'arktype',
  typeOnly: false,
  isNamespace: true,
};
