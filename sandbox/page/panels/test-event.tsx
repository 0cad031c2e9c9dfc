import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { control } from '../control.js';
import { Problem, useAction } from '../parts.js';
import type { PanelProps } from './panel.js';

/** Sends an event to one webhook, whatever it is subscribed to, so that its receiver can be tried out. */
export function TestEvent({
  projectId,
  webhookId,
}: PanelProps & { readonly webhookId: string }): JSX.Element {
  const [eventType, setEventType] = useState('wallet.activity.detected');
  const [data, setData] = useState('{ "network": "base" }');
  const action = useAction();
  const send = async (): Promise<void> => {
    const event = { eventType: eventType.trim(), data: objectOf(data) };
    await control.deliveries.sendEvent(projectId, webhookId, event);
  };
  return (
    <details>
      <summary>Send a test event</summary>
      <form
        class="row"
        aria-label="Test event"
        onSubmit={(event) => {
          event.preventDefault();
          action.run(send);
        }}
      >
        <label>
          Type
          <input
            required
            autocomplete="off"
            value={eventType}
            onInput={({ currentTarget }) => setEventType(currentTarget.value)}
          />
        </label>
        <label>
          Data
          <input
            required
            autocomplete="off"
            spellcheck={false}
            value={data}
            onInput={({ currentTarget }) => setData(currentTarget.value)}
          />
        </label>
        <button type="submit" aria-disabled={action.isBusy}>
          Send
        </button>
        <Problem text={action.problem} />
      </form>
    </details>
  );
}

/** Reads an object of JSON. */
function objectOf(text: string): { readonly [name: string]: unknown } {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The data must be an object of JSON.');
  return { ...value };
}
