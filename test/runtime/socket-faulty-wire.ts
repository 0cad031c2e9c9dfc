import type { FeedEvent } from '@tallystick/runtime/websocket';

/** A connection that loses, duplicates and reorders rows, and changes their numbers, while faults are enabled. */
export function faultyWire(
  fraction: () => number,
  isFaulty: () => boolean,
): { readonly toClient: (text: string) => readonly string[] } {
  let late: string | undefined;
  return {
    toClient(text) {
      if (!text.startsWith('[') || !isFaulty()) {
        const waiting = late;
        late = undefined;
        return waiting === undefined ? [text] : [waiting, text];
      }
      const choice = fraction();
      if (late !== undefined) {
        const swapped = [text, late];
        late = undefined;
        return swapped;
      }
      if (choice < 0.01) return [];
      if (choice < 0.02) return [text, text];
      if (choice < 0.03) {
        late = text;
        return [];
      }
      if (choice < 0.032) return [text.replace(/^(\["\w+","\w+",)\d+/, '$1999999999')];
      if (choice < 0.034) return [text.replace(/^(\["\w+","\w+",)\d+/, '$11e999'), text];
      return [text];
    },
  };
}

export const countOf = (events: readonly FeedEvent[], kind: FeedEvent['kind']): number =>
  events.filter((event) => event.kind === kind).length;
