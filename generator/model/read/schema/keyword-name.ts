import type { Keywords } from '../../schema.js';

/** Names of the keywords whose values have a given type. */
export type NameOf<Value> = {
  [Name in keyof Keywords]-?: Required<Keywords>[Name] extends Value ? Name : never;
}[keyof Keywords];
