import {
  Growing,
  Level,
  type listOrders,
  type NewOrder,
  type Order,
  type Pet,
  PetKind,
  Status,
} from '../../cases/enum-objects/output/src/index.js';
import * as enums from '../../cases/enum-types/output/src/index.js';

/** A member of an object and its literal are the same. */
export const member: NewOrder = { status: Status.Open, levels: [Level.Low, 1] };
export const text: NewOrder = { status: 'open' };
export const other: NewOrder = { status: 'lost' }; // error: 2322
export const equal: 'sent-out' = Status.Sent;
export const none: typeof Status.Missing = 'open'; // error: 2339

export function toDo(order: Order): string {
  switch (order.status) {
    case Status.Open:
      return 'pay';
    case 'paid':
    case Status.Sent:
      return 'wait';
    case '':
      return 'ask';
    default:
      return order.status satisfies never;
  }
}

/** Discriminators narrow by enum member and by literal. */
export function lives(pet: Pet): number | undefined {
  return pet.kind === PetKind.Cat ? pet.lives : pet.tricks;
}

/** An open enum accepts any value of its type, and null only if it is listed. */
export const known: Growing = Growing.Red;
export const unknown: Growing = 'green';
export const wrong: Growing = 1; // error: 2322
export const maybe: NonNullable<Order['maybe']> = null; // error: 2322
export const nothing: Order['maybe'] = null;

export type ListArguments = Parameters<typeof listOrders>[1];
export const query: ListArguments = { status: Status.Paid, sort: 'asc' };

/** An enum accepts only its members; a number is assignable to a numeric one. */
export const ofEnum: enums.NewOrder = { status: enums.Status.Open, levels: [enums.Level.Low, 1] };
export const ofText: enums.NewOrder = { status: 'open' }; // error: 2322
export const ofNumber: enums.NewOrder = { status: enums.Status.Open, levels: [7] }; // error: 2322
export const asText: 'open' = enums.Status.Open;
export const narrow: enums.Order['narrow'] = enums.Status.Paid;
export const phase: enums.Order['phase'] = enums.Phase.FirstPhase;

export function toDoOfEnum(order: enums.Order): string {
  switch (order.status) {
    case enums.Status.Open:
      return 'pay';
    case enums.Status.Paid:
    case enums.Status.Sent:
    case enums.Status.None:
      return 'wait';
    default:
      return order.status satisfies never;
  }
}

/** Lists that an enum cannot stand for are objects, and narrow as these do. */
export function livesOfEnum(pet: enums.Pet): number | undefined {
  return pet.kind === enums.PetKind.Cat ? pet.lives : pet.tricks;
}

export const mood: enums.Pet = { kind: 'Cat', mood: enums.Mood.Fine };
export const follows: boolean = enums.canStatusTransition(enums.Status.Open, enums.Status.Paid);
export const result: enums.Maybe = enums.Maybe.Some;
