import type { ArgumentsOf, Failable, OutcomeOf } from '../call.js';
import type { Client } from './client-config.js';
import type { UntypedCall } from './operation-call.js';

/** The function of a call with the client as its first argument. */
export type WithClient<Run> = Run extends (...args: infer Arguments) => infer Result
  ? (client: Client, ...args: Arguments) => Result
  : never;

/** A call as a standalone function, whose first argument is the client; otherwise like {@link Call}. */
export interface Operation<Run, Responses extends object>
  extends ClientFunction<Run>, Failable<OutcomeOf<Responses>> {
  /** The same call, but it returns a union of every outcome instead of throwing an error. */
  readonly result: (client: Client, ...args: ArgumentsOf<Run>) => Promise<OutcomeOf<Responses>>;
}

// A function type instead of a call signature, so that editors go to the definition of an operation and not to this one.
type ClientFunction<Run> = (client: Client, ...args: ArgumentsOf<Run>) => ResultOf<Run>;

type ResultOf<Run> = Run extends (...args: never) => infer Result ? Result : never;

/**
 * Binds a call to a client, with its members: all take the client as their first argument, except `failed` and `prepare`.
 *
 * `Type` is inferred from the type that is declared where the result is stored, as in a generated service. Deriving it from the
 * call, or comparing it, would cost the compiler more time than everything else about an operation.
 */
export function bind<Type>(client: Client, call: object): Type {
  const members = call as Readonly<Record<string, UntypedCall>>;
  const unbound = call as UntypedCall;
  const bound = ((...args) => unbound(client, ...args)) as UntypedCall & Record<string, unknown>;
  for (const [name, member] of Object.entries(members))
    bound[name] =
      name === 'failed' || name === 'prepare'
        ? member
        : (...args: readonly unknown[]): unknown => member(client, ...args);
  return bound as Type;
}
