import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { NO_FAULTS } from "../../../electron/sample-service/fault-settings.ts";
import {
  startSampleService,
  type SampleService,
  type Webhook,
} from "../../../electron/sample-service/index.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { CLI_PROGRAM, startProgram, type RunningProgram } from "../../helpers/child.ts";
import { freePort } from "../../helpers/free-port.ts";
import { addToken, WEBHOOK_SECRET } from "../../helpers/relay-under-test.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { companyRecords, copiedRecords } from "../sync/support.ts";

const PROGRAM = fileURLToPath(new URL("../../helpers/live-workstation.ts", import.meta.url));
const WORKSTATIONS = 3;
/** Seconds between refreshes: what an event did not bring, they do. */
const POLL = 12;

/** The faults of single events, each with what switches it off. */
const NO_EVENT_FAULTS = Object.fromEntries(
  Object.entries(NO_FAULTS).filter(([name]) => /^event.*(Chance|Ms)$/.test(name)),
);

/** Service, relay and workstations, each a process but the service, which the test changes. */
class World {
  readonly service: SampleService;
  readonly #folder: string;
  readonly #port: number;
  readonly #tokens: readonly string[];
  readonly #workstations: RunningProgram[] = [];
  #relay: RunningProgram | null = null;
  #webhook: Webhook | null = null;

  private constructor(service: SampleService, folder: string, port: number, tokens: readonly string[]) {
    [this.service, this.#folder, this.#port, this.#tokens] = [service, folder, port, tokens];
  }

  static async start(): Promise<World> {
    const service = await startSampleService({ items: 60 });
    const folder = await temporaryFolder();
    await fs.mkdir(path.join(folder, "relay", "events"), { recursive: true });
    const log = path.join(folder, "relay", "events", "events.sqlite");
    const tokens = Array.from({ length: WORKSTATIONS }, (_, at) => addToken(log, `desk ${at}`));
    const world = new World(service, folder, await freePort(), tokens);
    await world.startRelay();
    world.registerWebhook();
    for (let at = 0; at < WORKSTATIONS; at += 1) await world.startWorkstation(at);
    return world;
  }

  get #url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  fileOf(at: number): string {
    return path.join(this.#folder, `desk-${at}`, "inventory.sqlite");
  }

  async startRelay(): Promise<void> {
    const words = ["--data-dir", path.join(this.#folder, "relay"), "--listen", `127.0.0.1:${this.#port}`];
    this.#relay = startProgram([CLI_PROGRAM, "receive", ...words, "--preset", "standard-webhooks"], {
      ...process.env,
      STOCKDECK_EVENT_SECRET: WEBHOOK_SECRET,
    });
    await this.#relay.waitFor(/"deliveries"/);
  }

  async startWorkstation(at: number): Promise<void> {
    await fs.mkdir(path.dirname(this.fileOf(at)), { recursive: true });
    const options = {
      folder: path.dirname(this.fileOf(at)),
      service: this.service.url,
      key: this.service.key,
      relay: this.#url,
      token: this.#tokens[at] ?? "",
      poll: String(POLL),
    };
    const words = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    const program = startProgram([PROGRAM, ...words]);
    this.#workstations[at] = program;
    await program.waitFor(/"pass ended"/);
  }

  /** The service forgets what it has not delivered, as one that ends would. */
  registerWebhook(): void {
    this.#webhook?.remove();
    this.#webhook = this.service.addWebhook({ url: `${this.#url}/webhooks`, secret: WEBHOOK_SECRET });
  }

  async killRelay(): Promise<void> {
    await kill(this.#relay);
    await this.startRelay();
  }

  async killWorkstation(at: number): Promise<void> {
    await kill(this.#workstations[at] ?? null);
    await this.startWorkstation(at);
  }

  /** Waits until every workstation has what the service has of these. */
  async converge(resources: readonly Resource[]): Promise<void> {
    for (let at = 0; at < WORKSTATIONS; at += 1)
      for (const resource of resources) {
        const wanted = JSON.stringify(companyRecords(this.service, resource));
        await waitUntil(
          async () => JSON.stringify(await copiedRecords(this.fileOf(at), resource)) === wanted,
          `workstation ${at} to have the service's ${resource}; it said ${this.#workstations[at]?.output().slice(-2_000)}`,
          60_000,
        );
      }
  }

  get singleRequests(): number {
    return this.service.requests.entries.filter(({ path: asked }) => /^\/inventory\/\w+\/./.test(asked))
      .length;
  }

  async close(): Promise<void> {
    for (const program of [...this.#workstations, this.#relay]) await kill(program ?? null);
    await this.service.close();
  }
}

async function kill(program: RunningProgram | null): Promise<void> {
  if (!program || program.process.exitCode !== null) return;
  const ended = new Promise((resolve) => program.process.once("close", resolve));
  program.process.kill("SIGKILL");
  await ended;
}

type Deed =
  | { readonly kind: "life"; readonly steps: number }
  | { readonly kind: "fault"; readonly fault: string }
  | { readonly kind: "killRelay" | "restartService" }
  | { readonly kind: "killWorkstation"; readonly at: number };

const FAULTS = Object.keys(NO_EVENT_FAULTS);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("life" as const), steps: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("fault" as const), fault: fc.constantFrom(...FAULTS) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("killRelay" as const, "restartService" as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("killWorkstation" as const),
      at: fc.integer({ min: 0, max: WORKSTATIONS - 1 }),
    }),
  },
);

async function perform(world: World, what: Deed): Promise<void> {
  switch (what.kind) {
    case "life":
      for (let step = 0; step < what.steps; step += 1) world.service.company.step();
      return;
    case "fault":
      world.service.setFaults({
        ...NO_EVENT_FAULTS,
        [what.fault]: what.fault === "eventDelayMs" ? 300 : 0.5,
      });
      return;
    case "killRelay":
      return world.killRelay();
    case "restartService":
      return world.registerWebhook();
    default:
      return world.killWorkstation(what.at);
  }
}

it("workstations have the same records as the service after every fault and every kill", async () => {
  const world = await World.start();
  try {
    // Only an event makes a workstation ask for a single record; a burst of events may cause passes alone.
    world.service.company.step();
    await waitUntil(
      () => world.singleRequests >= WORKSTATIONS,
      "every workstation to ask for the record that the event names",
    );
    expect(world.singleRequests).toBeGreaterThanOrEqual(WORKSTATIONS);
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 4, maxLength: 12 }), async (history) => {
        for (const what of history) await perform(world, what);
        world.service.setFaults(NO_EVENT_FAULTS);
        // A lost event of a type or a location is made up for by every tenth pass only.
        await world.converge(["items"]);
      }),
      { numRuns: 4, endOnFailure: true },
    );
    // The first pass of a workstation lists types and locations.
    for (let at = 0; at < WORKSTATIONS; at += 1) await world.killWorkstation(at);
    await world.converge(RESOURCES);
  } finally {
    await world.close();
  }
}, 300_000);
