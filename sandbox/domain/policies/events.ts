import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { PoliciesState, PolicyRow } from './state.js';

/** Events of the subject `policies`. */
export interface PoliciesEvents {
  readonly 'policies.created': Omit<PolicyRow, 'createdAt' | 'updatedAt'>;
  /** The description and the rules were replaced (policies-2). */
  readonly 'policies.updated': Pick<PolicyRow, 'id' | 'description' | 'rules'>;
  readonly 'policies.deleted': Pick<PolicyRow, 'id'>;
}

export const event: EventMaker<PoliciesEvents> = makeEvent;

export const policiesEvents: {
  readonly [Name in keyof PoliciesEvents]: EventType<PoliciesState, PoliciesEvents[Name]>;
} = {
  'policies.created': {
    version: 1,
    apply: ({ policies }, data, { at }) =>
      policies.set(data.id, { ...data, createdAt: at, updatedAt: at }),
  },
  'policies.updated': {
    version: 1,
    apply({ policies }, { id, description, rules }, { at }) {
      const row = policies.get(id);
      if (row !== undefined) policies.set(id, { ...row, description, rules, updatedAt: at });
    },
  },
  'policies.deleted': {
    version: 1,
    apply: ({ policies }, { id }) => void policies.delete(id),
  },
};
