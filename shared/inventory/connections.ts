import { z } from "zod";
import { connectionNameSchema } from "../base/connection-name.ts";

/** The id of a connection in files, the keychain and calls. It can safely be a segment of a path. */
export const connectionIdSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** The colours of connections, in the order in which new connections get them. The page's theme has their shades. */
export const CONNECTION_COLOURS = [
  "blue",
  "teal",
  "amber",
  "violet",
  "green",
  "pink",
  "red",
  "slate",
] as const;
export type ConnectionColour = (typeof CONNECTION_COLOURS)[number];
const connectionColourSchema = z.enum(CONNECTION_COLOURS);

/** One connection: its name, colour and service, without its key. */
export const savedConnectionSchema = z.strictObject({
  connectionId: connectionIdSchema,
  kind: z.enum(["service", "sample"]),
  baseUrl: z.string(),
  name: connectionNameSchema,
  colour: connectionColourSchema,
});
export type SavedConnection = z.infer<typeof savedConnectionSchema>;

/**
 * All connections in the order of their creation, and the open connection. The open connection is null while the first
 * screen is shown.
 */
export const connectionListSchema = z.strictObject({
  connections: z.array(savedConnectionSchema),
  current: connectionIdSchema.nullable(),
});
export type ConnectionList = z.infer<typeof connectionListSchema>;

/** The parts of a connection that the user may change. */
export const connectionEditSchema = savedConnectionSchema.pick({
  connectionId: true,
  name: true,
  colour: true,
});
export type ConnectionEdit = z.infer<typeof connectionEditSchema>;

/** The connection of a call. Its data are available even while the connection is closed. */
export const ofConnection = { connectionId: connectionIdSchema } as const;

/**
 * The connection that a page expects to be open. If another connection is open, the call is refused (`cancelled`), so
 * that a key, an answer or a row never reaches the wrong connection.
 */
export const meantConnection = { connectionId: connectionIdSchema.optional() } as const;

/** The input of a call that names only the expected connection. */
export const meantConnectionSchema = z.strictObject(meantConnection).optional();
