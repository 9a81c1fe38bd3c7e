import { z } from "zod";
import { faultSchema } from "./fault-settings.ts";

const clock = z.custom<() => number>((value) => typeof value === "function", "expected a function");

const optionsSchema = z.strictObject({
  /** 0 is any free port; the service listens on 127.0.0.1 only. */
  port: z.int().min(0).max(65_535).default(0),
  items: z.int().min(0).max(10_000_000).default(5_000),
  /** The same seed, number of items and `now` make the same company. */
  seed: z.int().min(0).max(4_294_967_295).default(1),
  /** The first API key; a random one unless given. */
  key: z.string().regex(/^\S+$/, "a key is not empty and has no white space").optional(),
  /** The rate of the company's life; 0 is a frozen company. */
  eventsPerMinute: z.number().min(0).max(1_000_000).default(0),
  faults: faultSchema.partial().default({}),
  /** Milliseconds since the epoch. */
  now: clock.default(() => Date.now),
  /** The source of chance for faults. */
  random: clock.default(() => Math.random),
});

/** How to start a sample service. */
export type SampleOptions = Readonly<z.input<typeof optionsSchema>>;
/** Options with every default filled in. */
type CheckedOptions = Readonly<z.infer<typeof optionsSchema>>;

/** Fills in the defaults; the error is one line that names the option. */
export function checkOptions(options: SampleOptions): CheckedOptions {
  const parsed = optionsSchema.safeParse(options);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`sample service option ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
}
