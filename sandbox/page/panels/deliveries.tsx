import type { Delivery, DeliveryAttempt, WebhookDetails } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { control } from '../control.js';
import { useLive } from '../live.js';
import { ActionButton, Badge, Code, Facts, List, Section, Time, type Tone } from '../parts.js';
import { TestEvent } from './test-event.js';
import type { PanelProps } from './panel.js';

const tones: Readonly<Record<Delivery['status'], Tone>> = {
  pending: 'plain',
  processing: 'busy',
  retrying: 'busy',
  succeeded: 'good',
  failed: 'bad',
};

/** Webhooks with what they are subscribed to, and their deliveries with the attempts. */
export function DeliveriesPanel({ projectId }: PanelProps): JSX.Element {
  const webhooks = useLive(`webhooks ${projectId}`, () =>
    control.deliveries.listWebhooks(projectId),
  );
  const deliveries = useLive(`deliveries ${projectId}`, () => control.deliveries.list(projectId));
  return (
    <>
      <Section title="Webhooks">
        <List
          loaded={webhooks}
          keyOf={({ id }) => id}
          empty="None yet. POST /platform/v1/webhooks creates one."
        >
          {(webhook) => <WebhookCard projectId={projectId} webhook={webhook} />}
        </List>
      </Section>
      <Section title="Deliveries">
        <List
          loaded={deliveries}
          keyOf={({ id }) => id}
          empty="None yet. A delivery appears when an event matches a webhook of the project."
        >
          {(delivery) => <DeliveryCard projectId={projectId} delivery={delivery} />}
        </List>
      </Section>
    </>
  );
}

function WebhookCard({
  projectId,
  webhook,
}: PanelProps & { readonly webhook: WebhookDetails }): JSX.Element {
  const { id, networkId, eventType, eventTypeFilter, eventFilters = [], target, status } = webhook;
  const filters = [...(eventTypeFilter === undefined ? [] : [eventTypeFilter]), ...eventFilters];
  return (
    <>
      <div class="card-head">
        <h3>
          {eventType} on {networkId}
        </h3>
        <Badge tone={status === 'active' ? 'good' : 'plain'}>{status}</Badge>
      </div>
      <p class="target">{target}</p>
      {filters.length > 0 && (
        <ul class="chips">
          {filters.map((filter, index) => (
            <li key={index}>{filterText(filter)}</li>
          ))}
        </ul>
      )}
      <Code text={id} name="the identifier of the webhook" />
      <TestEvent projectId={projectId} webhookId={id} />
    </>
  );
}

/** A filter in words: its members with their values. */
function filterText(filter: Readonly<Record<string, unknown>>): string {
  return Object.entries(filter)
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${String(value)}`)
    .join(', ');
}

function DeliveryCard({
  projectId,
  delivery,
}: PanelProps & { readonly delivery: Delivery }): JSX.Element {
  const { id, eventId, eventType, target, status, abandoned, attempts, nextAttemptAt } = delivery;
  return (
    <>
      <div class="card-head">
        <h3>{eventType}</h3>
        <Badge tone={tones[status]}>{abandoned ? 'abandoned' : status}</Badge>
        {status === 'failed' && (
          <ActionButton
            work={() => control.deliveries.redeliver(projectId, id)}
            label={`Deliver ${eventType} again`}
          >
            Deliver again
          </ActionButton>
        )}
      </div>
      <p class="target">{target}</p>
      <details>
        <summary>
          {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
          {nextAttemptAt !== undefined && (
            <span class="quiet">
              {' '}
              · next at <Time at={nextAttemptAt} />
            </span>
          )}
        </summary>
        {attempts.length > 0 && (
          <ol class="attempts">
            {attempts.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </ol>
        )}
        <Facts
          rows={[
            ['Delivery', <Code text={id} name="the identifier of the delivery" />],
            ['Event', <Code text={eventId} name="the identifier of the event" />],
            ['Webhook', <code>{delivery.webhookId}</code>],
            ['Created', <Time at={delivery.createdAt} />],
          ]}
        />
      </details>
    </>
  );
}

function Attempt({ attempt }: { readonly attempt: DeliveryAttempt }): JSX.Element {
  const { startedAt, endedAt, ended, status, code } = attempt;
  const reason = [status, code].filter((each) => each !== undefined).join(' ');
  return (
    <li>
      <Badge tone={ended === 'success' ? 'good' : 'bad'}>{ended}</Badge> {reason}{' '}
      <span class="quiet">
        <Time at={startedAt} /> · {Date.parse(endedAt) - Date.parse(startedAt)} ms
      </span>
    </li>
  );
}
