import { browser, events, httpRequests, ipc } from "./host-targets.ts";
import { answers } from "./answer-targets.ts";
import { assistants } from "./assistant-target.ts";
import { client, passes } from "./client-targets.ts";
import { hoarding } from "./hoarding-target.ts";
import { texts, views } from "./parser-targets.ts";
import { tables } from "./table-targets.ts";
import { team } from "./team-target.ts";
import { webhooks } from "./webhook-target.ts";
import type { Target } from "./run-target.ts";

/** The fuzz targets, by the names that `--target` accepts. */
export const TARGETS: Readonly<Record<string, Target>> = {
  ipc,
  browser,
  http: httpRequests,
  events,
  texts,
  views,
  tables,
  client,
  answers,
  passes,
  webhooks,
  team,
  hoarding,
  assistants,
};
