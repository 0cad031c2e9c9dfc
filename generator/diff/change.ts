import type { Origin } from '../core/origin.js';
import type { NameKey, Operation, Parameter } from '../model/api.js';
import type { FixRecord } from '../model/fix.js';
import type { SchemaId } from '../model/schema.js';
import type { Role, Verdict } from './verdict.js';

/** A kind of change. Its page in the documentation is a section of `docs/guide/diff-rules.md`. */
export interface ChangeRule {
  /** Stable name in kebab case. */
  readonly id: string;
  /** One sentence about when it applies. */
  readonly when: string;
  /** What the change means for each role, and what to do instead, in Markdown. */
  readonly advice: string;
}

/** Verdicts by role. A role that is not concerned is absent. */
export type RoleVerdicts = { readonly [Name in Role]?: Verdict };

/** One change between two descriptions. */
export interface Change {
  readonly rule: ChangeRule;
  /** One sentence in the past tense, with names in quotes. */
  readonly message: string;
  /** What changed, for people: `GET /pets`, `Pet.name`, `message ticker`. */
  readonly subject: string;
  readonly verdicts: RoleVerdicts;
  /** The worst verdict for programs that use the service: its callers, and the other side of its channels and webhooks. */
  readonly clients: Verdict;
  /** The worst verdict for programs that offer the service. */
  readonly servers: Verdict;
  /** Location in the old description: the node, or where it would be. */
  readonly old: Origin;
  readonly next: Origin;
  /** Parts of the interface that the change reaches, such as `request of POST /pets`, in the order of the description. */
  readonly uses: readonly string[];
  /** Nodes whose exported names are concerned. */
  readonly nodes: ChangedNodes;
}

/** Nodes of both descriptions that have exported names in a generated package. */
export interface ChangedNodes {
  readonly oldOperation?: Operation | undefined;
  readonly nextOperation?: Operation | undefined;
  /** The parameter of the operations that changed. */
  readonly parameter?: Pick<Parameter, 'name' | 'in'>;
  readonly oldSchema?: SchemaId;
  readonly nextSchema?: SchemaId;
  readonly oldFix?: ChangedRecord;
  readonly nextFix?: ChangedRecord;
  readonly oldMessaging?: ChangedMessaging | undefined;
  readonly nextMessaging?: ChangedMessaging | undefined;
}

/** The part of messaging that changed: a channel, a flow over it, or a message. */
export interface ChangedMessaging {
  readonly channel: NameKey;
  /** Absent if it concerns every flow over the channel. */
  readonly flow?: NameKey;
  readonly message?: NameKey;
}

/** A record of FIX, or the field of it that changed. */
export interface ChangedRecord {
  readonly record: FixRecord;
  readonly field?: string;
}

/** The two sides of an exchange. */
export interface Sides {
  /** The role that sends the request or the message, and whether it is a client of the service. */
  readonly requester: Side;
  readonly answerer: Side;
}

export interface Side {
  readonly role: Role;
  readonly of: 'clients' | 'servers';
}

/** Sides of an operation. */
export function sidesOf({ sentBy }: Pick<Operation, 'sentBy'>): Sides {
  return sentBy === 'client'
    ? { requester: { role: 'caller', of: 'clients' }, answerer: { role: 'server', of: 'servers' } }
    : {
        requester: { role: 'publisher', of: 'servers' },
        answerer: { role: 'subscriber', of: 'clients' },
      };
}

/** Sides of a flow of messages. */
export function sidesOfFlow(to: 'client' | 'server'): Sides {
  const isEvent = to === 'client';
  return {
    requester: { role: 'publisher', of: isEvent ? 'servers' : 'clients' },
    answerer: { role: 'subscriber', of: isEvent ? 'clients' : 'servers' },
  };
}
