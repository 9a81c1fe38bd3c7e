import type { SampleService } from "../../sample-service/index.ts";

/** Events a minute in the life of the sample company: enough to see the table move. */
const SAMPLE_LIFE = 30;

/** Runs the sample service while its profile exists. */
export class SampleHost {
  #service: SampleService | null = null;

  /** The running service; null if none runs. */
  get service(): SampleService | null {
    return this.#service;
  }

  /** Starts a service. Its company is new, so its copy must be too. */
  async start(): Promise<SampleService> {
    // Loaded on demand, so that other starts do not pay for it.
    const { startSampleService } = await import("../../sample-service/index.ts");
    this.#service = await startSampleService({ eventsPerMinute: SAMPLE_LIFE });
    return this.#service;
  }

  async stop(): Promise<void> {
    const service = this.#service;
    this.#service = null;
    await service?.close();
  }
}
