import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { TravelRuleRow, TravelRuleState } from './state.js';

/** Events of the subject `travelRule`. */
export interface TravelRuleEvents {
  readonly 'travelRule.created': Omit<TravelRuleRow, 'createdAt'>;
  readonly 'travelRule.deleted': { readonly id: string };
}

export const event: EventMaker<TravelRuleEvents> = makeEvent;

export const travelRuleEvents: {
  readonly [Name in keyof TravelRuleEvents]: EventType<TravelRuleState, TravelRuleEvents[Name]>;
} = {
  'travelRule.created': {
    version: 1,
    apply: ({ entries }, entry, { at }) => entries.set(entry.id, { ...entry, createdAt: at }),
  },
  'travelRule.deleted': {
    version: 1,
    apply: ({ entries }, { id }) => void entries.delete(id),
  },
};
