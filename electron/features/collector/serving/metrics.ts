import { RESOURCES } from "../../../../shared/inventory/resource-names.ts";
import type { SyncStatus } from "../../../../shared/inventory/status.ts";
import type { DeliveryCounts } from "./webhooks/deliveries.ts";
import type { MailFigures } from "../collector-mail.ts";
import type { ChangeNumbers } from "../../../store/query/changed-records.ts";

/** The numbers that a running collector reports. */
export interface CollectorFigures {
  readonly status: SyncStatus;
  readonly sequence: ChangeNumbers;
  readonly streams: number;
  /** The number of answers since the start, by status code. */
  readonly answers: ReadonlyMap<number, number>;
  /** The number of the collector's own requests to the service since the start. */
  readonly requests: number;
  /** The numbers of the service's deliveries since the start; null if it delivers no events. */
  readonly deliveries: DeliveryCounts | null;
  /** The numbers about mail; null if the collector sends no mail. */
  readonly mail: MailFigures | null;
  /** The bytes that the databases take on the disk. */
  readonly bytes: number;
  /** Whether this collector leads, which means that it sends requests to the service, and writes. */
  readonly leads: boolean;
}

/** Writes the numbers as Prometheus text (exposition format 0.0.4). The text has no names and no ids. */
export function metricsText(figures: CollectorFigures): string {
  const { status, sequence, streams, answers, requests, deliveries, mail, bytes, leads } = figures;
  const seconds = (time: string | null): number => (time === null ? 0 : Date.parse(time) / 1_000);
  return [
    metric("sequence_last", "gauge", "The last number that a change got.", [["", sequence.last]]),
    metric("sequence_first_kept", "gauge", "The first number that is kept.", [["", sequence.first]]),
    metric(
      "records",
      "gauge",
      "Records that the service returns.",
      RESOURCES.map((name) => [`{resource="${name}"}`, status.totals[name]] as const),
    ),
    metric(
      "records_hidden",
      "gauge",
      "Records that the service no longer returns.",
      RESOURCES.map((name) => [`{resource="${name}"}`, status.hidden[name]] as const),
    ),
    metric("complete_as_of_seconds", "gauge", "The service's time up to which the copy is complete.", [
      ["", seconds(status.completeAsOf)],
    ]),
    metric("last_pass_seconds", "gauge", "When the last successful pass ended.", [
      ["", seconds(status.lastPassAt)],
    ]),
    metric("failing", "gauge", "1 if the last pass failed.", [["", status.error === null ? 0 : 1]]),
    metric("leads", "gauge", "1 if this collector asks the service, 0 if it waits to take over.", [
      ["", Number(leads)],
    ]),
    metric("service_requests_total", "counter", "Requests to the service.", [["", requests]]),
    metric(
      "answers_total",
      "counter",
      "Answers to clients.",
      [...answers].map(([code, count]) => [`{status="${code}"}`, count] as const),
    ),
    metric("deliveries_accepted_total", "counter", "Deliveries that were accepted.", [
      ["", deliveries?.accepted ?? 0],
    ]),
    metric(
      "deliveries_refused_total",
      "counter",
      "Deliveries without an effect, by reason.",
      Object.entries(deliveries?.refused ?? {}).map(
        ([reason, count]) => [`{reason="${reason}"}`, count] as const,
      ),
    ),
    ...mailMetrics(mail),
    metric("streams", "gauge", "Open streams.", [["", streams]]),
    metric("database_bytes", "gauge", "Bytes of the databases.", [["", bytes]]),
    metric("memory_bytes", "gauge", "Resident memory of the process.", [["", process.memoryUsage.rss()]]),
  ].join("");
}

const mailMetrics = (mail: MailFigures | null): readonly string[] => [
  metric("mailings", "gauge", "Mailings of the mail file.", [["", mail?.mailings ?? 0]]),
  metric("mailings_unsent", "gauge", "Mailings whose last message was not sent, or may not have been.", [
    ["", mail?.unsent ?? 0],
  ]),
  metric(
    "messages_total",
    "counter",
    "Messages that were sent or given up, by outcome.",
    (["sent", "failed", "unknown"] as const).map(
      (outcome) => [`{outcome="${outcome}"}`, mail?.messages[outcome] ?? 0] as const,
    ),
  ),
];

function metric(
  name: string,
  type: "gauge" | "counter",
  help: string,
  values: readonly (readonly [labels: string, value: number])[],
): string {
  const full = `stockdeck_${name}`;
  const lines = values.map(([labels, value]) => `${full}${labels} ${value}\n`);
  return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join("")}`;
}
