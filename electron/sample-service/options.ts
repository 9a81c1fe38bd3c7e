import { z } from "zod";
import { faultSchema, type FaultSettings } from "./fault-settings.ts";

/** How to start a sample service. */
export interface SampleOptions {
  /** 0 is any free port, the default; the service listens on 127.0.0.1 only. */
  readonly port?: number;
  /** Items of the company; 5,000 unless given. */
  readonly items?: number;
  /** The same seed, number of items and `now` make the same company; 1 unless given. */
  readonly seed?: number;
  /** The first API key; a random one unless given. */
  readonly key?: string;
  /** The rate of the company's life; 0, the default, is a frozen company. */
  readonly eventsPerMinute?: number;
  readonly faults?: FaultSettings;
  /** Milliseconds since the epoch; `Date.now` unless given. */
  readonly now?: () => number;
  /** Decides what happens by chance among the faults; `Math.random` unless given. */
  readonly random?: () => number;
}

const clock = z.custom<() => number>((value) => typeof value === "function", "expected a function");

const optionsSchema = z.strictObject({
  port: z.int().min(0).max(65_535).default(0),
  items: z.int().min(0).max(10_000_000).default(5_000),
  seed: z.int().min(0).max(4_294_967_295).default(1),
  key: z.string().regex(/^\S+$/, "a key is not empty and has no white space").optional(),
  eventsPerMinute: z.number().min(0).max(1_000_000).default(0),
  faults: faultSchema.partial().default({}),
  now: clock.default(() => Date.now),
  random: clock.default(() => Math.random),
});

/** Options with every default filled in. */
export type CheckedOptions = Readonly<z.infer<typeof optionsSchema>>;

/** Fills in the defaults; the error is one line that names the option. */
export function checkOptions(options: SampleOptions): CheckedOptions {
  const parsed = optionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`sample service option ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
}
