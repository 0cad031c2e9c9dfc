import type { ChannelOf, ChannelTypes, FeedTypes, ParametersOf, QueryOf } from '../types.js';
import type { Subscriber } from './options.js';

/**
 * Types of one event, generated in addition to the descriptor.
 *
 * - `messages`: the messages by their keys in the descriptor, without properties that only owners receive.
 * - `owners`: what an owner of the event receives in addition: for each message, its properties for owners only, or the
 *   whole message.
 */
export interface EventTypes {
  readonly messages: object;
  readonly owners: object;
}

/** Types of all events of a feed, by their keys in the descriptor. Interfaces are assignable. */
export type FeedEventTypes<Events> = { readonly [Event in keyof Events]: EventTypes };

/** An event, as a program publishes it. */
export type PublishedEvent<
  Types extends FeedTypes<Types>,
  Events extends FeedEventTypes<Events>,
  Principal = unknown,
> = {
  readonly [Event in keyof Events & string]: { readonly event: Event } & RoomOf<
    Types[ChannelOf<Types>]
  > &
    MessagesOf<Events[Event]['messages']> &
    OwnersOf<Events[Event]['owners'], Types[ChannelOf<Types>], Principal>;
}[keyof Events & string];

/** Room of an event; absent if the address has no parameters. */
type RoomOf<Types extends ChannelTypes> = [Types] extends [
  { readonly parameters: infer Parameters extends object },
]
  ? { readonly room: Parameters }
  : { readonly room?: undefined };

type MessagesOf<Messages extends object> = keyof Messages extends never
  ? { readonly messages?: undefined }
  : { readonly messages: Messages };

type OwnersOf<
  Owned extends object,
  Types extends ChannelTypes,
  Principal,
> = keyof Owned extends never
  ? { readonly owners?: undefined }
  : { readonly owners: readonly EventOwner<Owned, Types, Principal>[] };

/** An owner of an event, such as the user of an order, with what only this owner receives. */
export interface EventOwner<
  Owned extends object = object,
  Types extends ChannelTypes = ChannelTypes,
  Principal = unknown,
> {
  /** True for the subscribers that belong to this owner. */
  readonly owns: (
    subscriber: Subscriber<Principal, ParametersOf<Types>, QueryOf<Types>>,
  ) => boolean;
  readonly messages: Owned;
}

/** A message without the properties that only owners receive. */
export type ForOthers<Message, Owned extends string> = Message extends unknown
  ? {
      readonly [Name in keyof Message as Name extends Owned ? never : Name]: Message[Name];
    } & { readonly [Name in Owned]?: never }
  : never;

/**
 * The properties of a message that only owners receive, and those of which they may receive another value. Some channels require some of
 * the former.
 */
export type ForOwners<
  Message,
  Owned extends string,
  Required extends string = never,
  Varying extends string = never,
> = Message extends unknown
  ? {
      readonly [
        Name in keyof Message as Name extends Owned ? (Name extends Required ? never : Name) : never
      ]: Message[Name];
    } & {
      readonly [Name in keyof Message as Name extends Varying ? Name : never]?: Message[Name];
    } & {
      readonly [Name in Required]: Name extends keyof Message
        ? Exclude<Message[Name], undefined>
        : unknown;
    }
  : never;
