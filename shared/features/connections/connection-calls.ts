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
   * Tests a base URL and a key by one `listLocations?limit=1`. If `key` is absent, the stored key is used, but only for
   * the stored base URL.
   */
  testConnection: {
    input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema.optional() }),
    output: z.strictObject({ requestId: z.string().nullable(), milliseconds: z.number() }),
  },
  /**
   * Makes a connection from a base URL and a key, opens it and pulls. No connection is made if the open connection has
   * this base URL and either no key or the same key. In this case the open connection gets the key.
   */
  connect: { input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema }), output: connectionSchema },
  /** Opens the connection to the embedded sample service. Creates the connection and starts the service if needed. */
  exploreSample: { input: nothing, output: connectionSchema },
  listConnections: { input: nothing, output: connectionListSchema },
  /**
   * Opens another connection. Its rows appear at once; its key is loaded when the keychain answers. No network is
   * needed.
   */
  switchConnection: { input: z.strictObject({ connectionId: connectionIdSchema }), output: connectionSchema },
  /** Changes the name and colour of a connection. A name that another connection has is refused. */
  editConnection: { input: connectionEditSchema, output: connectionListSchema },
  /**
   * Moves the open connection's key to a new connection with the same base URL. This call is for a key that belongs to
   * another company.
   */
  adoptAsNewConnection: { input: meantConnectionSchema, output: connectionSchema },
  replaceKey: { input: z.strictObject({ ...meantConnection, key: keySchema }), output: connectionSchema },
  /** Removes the key from the keychain and from memory. Local data stay readable. */
  forgetKey: { input: meantConnectionSchema, output: connectionSchema },
  /** Removes every synced row. The key and the user's settings stay. */
  wipeLocalData: { input: meantConnectionSchema, output: nothing },
  /** Removes the open connection, its key and its rows. Then another connection opens, or the first screen appears. */
  disconnect: { input: meantConnectionSchema, output: nothing },
} as const;

export const CONNECTION_PUSHES = {
  connection: connectionSchema.nullable(),
  /**
   * Pushed when another connection opens, or when none is open any more. Connection and status are one push, so that no
   * screen can mix two connections.
   */
  switched: z.strictObject({ connection: connectionSchema.nullable(), status: syncStatusSchema }),
  /** Pushed when a connection was created, changed or removed, or when another connection opens. */
  connections: connectionListSchema,
} as const;
