import { z } from "zod";
import {
  meantConnection,
  meantConnectionSchema,
  connectionEditSchema,
  connectionIdSchema,
  connectionListSchema,
} from "../../inventory/connections.ts";
import { connectionSchema, syncStatusSchema } from "../../inventory/status.ts";

const nothing = z.undefined();
const keySchema = z.string().min(1).max(4_096);
const baseUrlSchema = z.string().min(1).max(2_048);

/** The calls that create, open, change and remove connections. */
export const CONNECTION_CALLS = {
  /**
   * Sends one `listLocations?limit=1`. If `key` is absent, the stored key is used, but only for the stored base
   * URL.
   */
  testConnection: {
    input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema.optional() }),
    output: z.strictObject({ requestId: z.string().nullable(), milliseconds: z.number() }),
  },
  /**
   * Makes a connection of a base URL and a key, opens it and pulls. If the open connection has this base URL
   * and either no key or this key, it gets the key instead.
   */
  connect: { input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema }), output: connectionSchema },
  /** Opens the connection of the embedded sample service. Creates and starts it if needed. */
  exploreSample: { input: nothing, output: connectionSchema },
  listConnections: { input: nothing, output: connectionListSchema },
  /**
   * Opens another connection. Its rows appear at once; its key follows when the keychain answers. No network is
   * needed.
   */
  switchConnection: { input: z.strictObject({ connectionId: connectionIdSchema }), output: connectionSchema },
  /** Changes a connection's name and colour. Refuses a name that another connection has. */
  editConnection: { input: connectionEditSchema, output: connectionListSchema },
  /**
   * Moves the open connection's key to a new connection with the same base URL. It is called if the key belongs
   * to another company.
   */
  adoptAsNewConnection: { input: meantConnectionSchema, output: connectionSchema },
  replaceKey: { input: z.strictObject({ ...meantConnection, key: keySchema }), output: connectionSchema },
  /** Removes the key from the keychain and from memory; local data stays readable. */
  forgetKey: { input: meantConnectionSchema, output: connectionSchema },
  /** Removes every synced row; the key and the user's settings stay. */
  wipeLocalData: { input: meantConnectionSchema, output: nothing },
  /** Removes the open connection, its key and its local rows. Then another connection opens, or the first screen appears. */
  disconnect: { input: meantConnectionSchema, output: nothing },
} as const;

export const CONNECTION_PUSHES = {
  connection: connectionSchema.nullable(),
  /**
   * Another connection is open, or none. Connection and status are one push, so that no screen can mix two connections.
   */
  switched: z.strictObject({ connection: connectionSchema.nullable(), status: syncStatusSchema }),
  /** A connection was created, changed or removed, or another one is open. */
  connections: connectionListSchema,
} as const;
