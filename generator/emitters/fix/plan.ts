import type {
  FixApi,
  FixField,
  FixMessage,
  FixRecord,
  FixRule,
  FixSession,
  FixValueField,
  FixValueSet,
} from '../../model/fix.js';
import { planKey, type Identifier, type IdentifierName, type PlanKey } from '../../plan/plan.js';
import type { FixRequestPlan } from './fix-requests.js';
import type { FixAlternatives } from './fix-types.js';

/** Key of the plan of FIX. */
export const fixKey: PlanKey<FixPlan> = planKey('fix');

/** Names and types of all generated FIX code. */
export interface FixPlan {
  readonly fix: FixApi;
  /** Name of the codec, such as `kettlesCodec`. */
  readonly codec: Identifier;
  /** Name of the union of all messages, such as `KettlesMessage`. */
  readonly messageType: Identifier;
  /** Name of the union of all views, such as `KettlesView`. */
  readonly viewType: Identifier;
  readonly values: readonly FixValuesPlan[];
  /** Records with an interface: components, group entries, then messages. */
  readonly records: readonly FixRecordPlan[];
  readonly header: FixRecordPlan;
  readonly trailer: FixRecordPlan;
  /**
   * Tags of all messages as ranges, first and last of each. Empty if a codec can collect them at
   * run time.
   */
  readonly tagRanges: readonly number[];
  readonly sessions: readonly FixSessionPlan[];
}

/** A value set: a type, and a constant if its values have names. */
export interface FixValuesPlan {
  readonly set: FixValueSet;
  /** Name of the type and of the constant, such as `Side`. */
  readonly type: Identifier;
  /** Values with names. Empty if the values have no names. */
  readonly members: readonly {
    readonly name: string;
    readonly value: string | number;
    readonly prose?: string;
  }[];
}

export interface FixRecordPlan {
  readonly record: FixRecord;
  readonly kind: 'message' | 'entry' | 'component' | 'frame';
  /** Name of the type, such as `NewOrderSingle`. */
  readonly type: Identifier;
  /** Interface with the fields only. Present if the type has further constraints. */
  readonly base?: Identifier;
  readonly message?: FixMessage;
  /**
   * All fields. In ascending order of tags, except in group entries, which keep the document's
   * order.
   */
  readonly fields: readonly FixFieldPlan[];
  /** Fields that the record's own interface declares. */
  readonly own: readonly FixFieldPlan[];
  readonly parts: readonly FixRecordPlan[];
  readonly rules: readonly FixRule[];
  /** Constraints of the type besides its fields. Exactly one alternative of each list holds. */
  readonly alternatives: readonly FixAlternatives[];
  /**
   * Names of the field table, such as `newOrderSingle`, and of the function that checks its rules,
   * such as `checkNewOrderSingle`.
   */
  readonly table: Identifier;
  readonly check?: Identifier;
  /** Name of a message's view, such as `NewOrderSingleView`. */
  readonly view?: Identifier;
  /** Member that begins a group entry. */
  readonly first?: IdentifierName;
}

export interface FixFieldPlan {
  readonly field: FixField;
  /** Property name, such as `clOrdId`. */
  readonly member: IdentifierName;
  readonly required: boolean;
  readonly values?: FixValuesPlan;
  readonly entry?: FixRecordPlan;
  /** For a data field, the field that contains its length in bytes. */
  readonly length?: FixValueField;
}

/** Names for one server: an initiator and an acceptor. */
export interface FixSessionPlan {
  readonly session: FixSession;
  /** Name of the policy, such as `kettlesOrderEntryPolicy`. */
  readonly policy: Identifier;
  /**
   * Types of the messages that each side sends, such as `KettlesOrderEntryClientMessage` and
   * `KettlesOrderEntryServerMessage`.
   */
  readonly fromClient: Identifier;
  readonly fromServer: Identifier;
  /** Type with the messages of each side and their replies, such as `KettlesOrderEntryTypes`. */
  readonly types: Identifier;
  /** Name of the descriptor, such as `kettlesOrderEntryDescriptor`. */
  readonly descriptor: Identifier;
  /**
   * Factories, such as `createKettlesOrderEntryInitiator` and `createKettlesOrderEntryAcceptor`.
   */
  readonly initiator: Identifier;
  readonly acceptor: Identifier;
  readonly requests: readonly FixRequestPlan[];
  /** Message with which a client logs on. */
  readonly logon: FixRecordPlan | undefined;
}
