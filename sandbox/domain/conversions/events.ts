import { type EventMaker, type EventType, makeEvent } from '../subject.js';
import type { ConversionRow, ConversionsState } from './state.js';

/** Events of the subject `conversions`. */
export interface ConversionsEvents {
  readonly 'conversions.converted': Omit<ConversionRow, 'createdAt'>;
}

export const event: EventMaker<ConversionsEvents> = makeEvent;

export const conversionsEvents: {
  readonly [Name in keyof ConversionsEvents]: EventType<ConversionsState, ConversionsEvents[Name]>;
} = {
  'conversions.converted': {
    version: 1,
    apply: ({ conversions }, data, { at }) => conversions.set(data.id, { ...data, createdAt: at }),
  },
};
