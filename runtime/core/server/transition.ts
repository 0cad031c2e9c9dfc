import { Refusal } from './fault.js';

/** Options of {@link stateGuard}. */
export interface StateGuardOptions<Property extends string> {
  /** Property that has the state of an entity. Default: `status`. */
  readonly property?: Property;
}

/**
 * Creates the guard of an entity's state, from the generated test of its transitions (`x-state`).
 *
 * The guard returns a copy of the entity in the new state. For a transition that the table does not contain, it throws the fault
 * `invalid-transition`: a handler that lets it pass responds with status 409 in the described form. A JSON-RPC method responds with the
 * error that it describes for this fault, by default with the code -32000.
 *
 * @example
 * const transition = stateGuard(canOrderStatusTransition);
 * const paid = transition(order, 'paid');
 */
export function stateGuard<State extends string, Property extends string = 'status'>(
  canTransition: (from: State, to: State) => boolean,
  options: StateGuardOptions<Property> = {},
): <Entity extends { readonly [Name in Property]: State }, To extends State>(
  entity: Entity,
  to: To,
) => Omit<Entity, Property> & { readonly [Name in Property]: To } {
  const property = options.property ?? 'status';
  return (entity, to) => {
    const from = Reflect.get(entity, property) as State;
    if (!canTransition(from, to)) {
      const message = `"${from}" cannot become "${to}".`;
      throw new Refusal('invalid-transition', 'invalid-transition', { message });
    }
    return Object.assign({ ...entity }, { [property]: to }) as never;
  };
}
