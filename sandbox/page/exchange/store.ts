import { useLayoutEffect, useMemo, useState } from 'preact/hooks';

/** Something that changes by itself, often many times between two frames. */
export class Store {
  readonly #listeners = new Set<() => void>();

  /** Adds a listener, which is called for each change. The returned function removes it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells the listeners that something has changed. */
  protected changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Draws a component again when a store has changed: once in an animation frame, however many changes there were. */
export function useStore(store: Store | undefined): void {
  useFrames(store === undefined ? [] : [store]);
}

/**
 * Draws what stores hold once in an animation frame at most, also when the component itself is drawn more often, as it is whenever
 * something around it changes.
 *
 * @param inputs the properties that the drawing depends on, beside the stores
 */
export function useDrawing<T>(
  stores: readonly Store[],
  inputs: readonly unknown[],
  draw: () => T,
): T {
  const frames = useFrames(stores);
  return useMemo(draw, [frames, ...stores, ...inputs]);
}

/** Calls a function in the next animation frame after a change of a store. The returned function ends that. */
export function onFrames(stores: readonly Store[], act: () => void): () => void {
  let frame: number | undefined;
  const changed = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      act();
    });
  };
  const stops = stores.map((store) => store.listen(changed));
  return () => {
    for (const stop of stops) stop();
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

/** The number of frames in which a component was drawn because one of the stores had changed. */
function useFrames(stores: readonly Store[]): number {
  const [frames, draw] = useState(0);
  // At once, so that no change is missed between the drawing and the effect.
  useLayoutEffect(() => onFrames(stores, () => draw((count) => count + 1)), stores);
  return frames;
}
