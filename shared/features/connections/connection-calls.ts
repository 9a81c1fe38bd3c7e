import { z } from "zod";
import {
  meantProfile,
  meantProfileSchema,
  profileEditSchema,
  profileIdSchema,
  profileListSchema,
} from "../../inventory/connections.ts";
import { connectionSchema, syncStatusSchema } from "../../inventory/status.ts";

const nothing = z.undefined();
const keySchema = z.string().min(1).max(4_096);
const baseUrlSchema = z.string().min(1).max(2_048);

/** The calls that create, open, change and remove connections. */
export const CONNECTION_CALLS = {
  /** Sends one `listLocations?limit=1`. Without `key` the stored key is used, for the stored base URL only. */
  testConnection: {
    input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema.optional() }),
    output: z.strictObject({ requestId: z.string().nullable(), milliseconds: z.number() }),
  },
  /**
   * Makes a profile of a base URL and a key, opens it and pulls. If the open profile has this base URL and no key, or
   * this same key, it gets the key instead.
   */
  connect: { input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema }), output: connectionSchema },
  /** Opens the profile of the embedded sample service. Creates and starts it if needed. */
  exploreSample: { input: nothing, output: connectionSchema },
  listProfiles: { input: nothing, output: profileListSchema },
  /** Opens another profile: its rows at once, its key when the keychain answers. No network is needed. */
  switchProfile: { input: z.strictObject({ profileId: profileIdSchema }), output: connectionSchema },
  /** Changes a profile's name and colour. Refuses a name that another profile has. */
  editProfile: { input: profileEditSchema, output: profileListSchema },
  /** Moves the open profile's key to a new profile with the same base URL. The key belongs to another company. */
  adoptAsNewProfile: { input: meantProfileSchema, output: connectionSchema },
  replaceKey: { input: z.strictObject({ ...meantProfile, key: keySchema }), output: connectionSchema },
  /** Removes the key from the keychain and from memory; local data stays readable. */
  forgetKey: { input: meantProfileSchema, output: connectionSchema },
  /** Removes every synced row; the key and the user's settings stay. */
  wipeLocalData: { input: meantProfileSchema, output: nothing },
  /** Removes the open profile, its key and its local rows. Then another profile opens, or the first screen appears. */
  disconnect: { input: meantProfileSchema, output: nothing },
} as const;

export const CONNECTION_PUSHES = {
  connection: connectionSchema.nullable(),
  /** Another profile is open, or none. Connection and status come together, so that no screen can mix two profiles. */
  switched: z.strictObject({ connection: connectionSchema.nullable(), status: syncStatusSchema }),
  /** A profile was created, changed or removed, or another one is open. */
  profiles: profileListSchema,
} as const;
