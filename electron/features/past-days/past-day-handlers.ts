import { PAST_ERRORS } from "./messages.ts";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import { AppFailure, invalidInput, said } from "../../../shared/base/errors.ts";
import { formatInstant, parseInstant } from "../../../shared/base/time/instant.ts";
import { checkQuery } from "../../../shared/query/query.ts";
import type { PAST_DAY_CALLS } from "../../../shared/features/past-days/past-day-calls.ts";
import { endOfDay } from "../../../shared/query/past-moments.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { Clock } from "../../base/clock.ts";
import { rebuildPast } from "../../index/rebuild-past.ts";
import { runTask } from "../../store/database/worker-rpc.ts";
import type { OpenCopy } from "../../index/inventory-store.ts";
import { READ_DIFFERENCES } from "./differences.ts";

interface PastDayHandlerParts {
  readonly connections: {
    readonly current: OpenCopy & { readonly connection: { readonly connectionId: string } | null };
  };
  readonly events: PushBus;
  readonly options: { readonly clock: Pick<Clock, "wait"> };
}

/** The handlers of past days. Only one day is rebuilt at a time; a call for another day stops the rebuilding. */
export function pastDayHandlers({
  connections: { current },
  events,
  options: { clock },
}: PastDayHandlerParts) {
  let running = new AbortController();
  return {
    queryObservedSince: async ({ connectionId }) => {
      const described = await current.storeOf(connectionId)?.reader.describeCopy();
      return { since: described?.facts.observedSince ?? null };
    },
    openPastDay: async ({ connectionId = current.connection?.connectionId ?? "", day }) => {
      const store = current.storeOf(connectionId);
      const asOf = endOfDay(day);
      if (!store) throw new AppFailure({ kind: "not_observed", ...said(PAST_ERRORS.noData) });
      if (Number(parseInstant(asOf)) / 1_000 >= current.serviceNow())
        throw invalidInput(PAST_ERRORS.notEnded);
      running.abort();
      running = new AbortController();
      const { signal } = running;
      const moment = await rebuildPast(store.reader, asOf, clock, {
        signal,
        onProgress: ({ done, total }) => events.emit("pastDayProgress", { connectionId, day, done, total }),
      });
      return { day, asOf, refreshedAt: formatInstant(moment.refreshedAt) };
    },
    closePastDay: async ({ connectionId }) => {
      running.abort();
      await current.storeOf(connectionId)?.reader.closePast();
    },
    queryDifferences: async ({ connectionId, resource, query, offset, limit }) => {
      const store = current.storeOf(connectionId);
      if (!store) return { entered: 0, left: 0, changed: 0, records: [] };
      checkQuery(resource, query);
      await rebuildPast(store.reader, query.asOf, clock);
      const asked = { resource, query, now: current.serviceNow(), offset, limit };
      return runTask(store.reader, READ_DIFFERENCES, asked);
    },
  } satisfies HandlersOf<typeof PAST_DAY_CALLS>;
}
