/** What the panels see of a recording. Loaded with the engine: before that nothing is recorded. */
import { createCallsView } from '../../engine/views/calls.ts';
import { createExchangesView } from '../../engine/views/exchanges.ts';
import { createHandshakesView } from '../../engine/views/handshakes.ts';
import { createListNewsView } from '../../engine/views/list-news.ts';
import { createListingsView } from '../../engine/views/listings.ts';
import { createSubscriptionsView } from '../../engine/views/subscriptions.ts';
import { createUnansweredView } from '../../engine/views/unanswered.ts';
import { createWireRowsView } from '../../engine/views/wire-rows.ts';
import type { Recording } from '../../engine/wire-log/recording.ts';
import type { App } from '../app.ts';
import { liveView } from '../bridge.svelte.ts';

export function createViews(recording: Recording): App['views'] {
  return {
    handshakes: liveView(recording, createHandshakesView(recording)),
    calls: liveView(recording, createCallsView(recording)),
    listings: liveView(recording, createListingsView(recording)),
    exchanges: liveView(recording, createExchangesView(recording)),
    subscriptions: liveView(recording, createSubscriptionsView(recording)),
    listNews: liveView(recording, createListNewsView(recording)),
    unanswered: liveView(recording, createUnansweredView(recording)),
    wireRows: liveView(recording, createWireRowsView(recording)),
  };
}
