import { once } from "node:events";
import net from "node:net";

/** Header fields of a message and their types (D-Bus specification, "Header Fields"). */
const FIELDS = { path: [1, "o"], interface: [2, "s"], member: [3, "s"], destination: [6, "s"] } as const;
const SIGNATURE = 8;

/**
 * Owns a name on the session's bus, as a part of a desktop does. It answers no call.
 * @returns a function that releases the name.
 * @throws Error if there is no bus.
 */
export async function ownBusName(name: string): Promise<() => void> {
  const address = process.env["DBUS_SESSION_BUS_ADDRESS"] ?? "";
  const found = /unix:(path|abstract)=([^,;]+)/.exec(address);
  if (!found) throw new Error(`no bus at "${address}"`);
  const socket = net.connect(found[1] === "abstract" ? `\0${found[2]}` : (found[2] ?? ""));
  await once(socket, "connect");
  const user = Buffer.from(String(process.getuid?.() ?? 0)).toString("hex");
  socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
  const [answer] = (await once(socket, "data")) as [Buffer];
  if (!answer.toString().startsWith("OK")) throw new Error(`the bus refused: ${answer.toString()}`);
  socket.write("BEGIN\r\n");
  socket.resume();
  socket.write(call(1, "Hello", "", Buffer.alloc(0)));
  socket.write(call(2, "RequestName", "su", Buffer.concat([aligned(text(name), 4), number(0)])));
  // The bus answers in order, so the name has its owner once this call is answered.
  socket.write(call(3, "GetId", "", Buffer.alloc(0)));
  await once(socket, "data");
  return () => void socket.destroy();
}

/** A method call to the bus itself, little-endian. */
function call(serial: number, member: string, signature: string, body: Buffer): Buffer {
  const values = {
    path: "/org/freedesktop/DBus",
    interface: "org.freedesktop.DBus",
    member,
    destination: "org.freedesktop.DBus",
  };
  const fields = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).map((name) =>
    field(FIELDS[name][0], FIELDS[name][1], text(values[name])),
  );
  if (signature !== "") fields.push(field(SIGNATURE, "g", shortText(signature)));
  // Each field begins at a multiple of 8; the last field has no padding within the array.
  const array = Buffer.concat(fields.map((part, at) => (at < fields.length - 1 ? aligned(part, 8) : part)));
  const head = Buffer.concat([
    Buffer.from(["l".charCodeAt(0), 1, 0, 1]),
    number(body.length),
    number(serial),
    number(array.length),
    array,
  ]);
  return Buffer.concat([aligned(head, 8), body]);
}

function field(code: number, type: string, value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([code]), shortText(type), value]);
}

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const text = (value: string): Buffer =>
  Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(`${value}\0`)]);
const shortText = (value: string): Buffer => Buffer.from(`${String.fromCharCode(value.length)}${value}\0`);
const aligned = (bytes: Buffer, to: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc((to - (bytes.length % to)) % to)]);
