import { describe, expect, it } from "vitest";
import { AppFailure } from "../../../../../shared/base/errors.ts";
import { hasPassword, readStoreAddress } from "../../../../../electron/features/collector/store-address.ts";

describe("readStoreAddress()", () => {
  it("a store address has user, host, port and database, possibly percent-encoded", () => {
    expect(readStoreAddress("postgres://stock%40deck:p%2Fw@db.example.com:5433/my%20stock")).toMatchObject({
      user: "stock@deck",
      password: "p/w",
      host: "db.example.com",
      port: 5_433,
      database: "my stock",
    });
    expect(readStoreAddress("postgresql:///stock")).toEqual({ database: "stock", ssl: false });
    const socket = { host: "/run/postgresql", database: "stock", ssl: false };
    expect(readStoreAddress("postgres://%2Frun%2Fpostgresql/stock")).toEqual(socket);
    expect(readStoreAddress("postgres:///stock?host=/run/postgresql")).toEqual(socket);
  });

  it("a server on another computer needs a valid certificate unless sslmode says otherwise", () => {
    const sslOf = (text: string): unknown => readStoreAddress(text).ssl;
    expect(sslOf("postgres://db.example.com/s")).toEqual({
      checkServerIdentity: expect.any(Function) as unknown,
    });
    expect(sslOf("postgres://db.example.com/s?sslmode=require")).toEqual({ rejectUnauthorized: false });
    expect(sslOf("postgres://db.example.com/s?sslmode=disable")).toBe(false);
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) expect(sslOf(`postgres://${host}/s`)).toBe(false);
    const anyName = sslOf("postgres://db.example.com/s?sslmode=verify-ca") as {
      rejectUnauthorized?: boolean;
      checkServerIdentity(): unknown;
    };
    expect([anyName.rejectUnauthorized, anyName.checkServerIdentity()]).toEqual([undefined, undefined]);
  });

  it.each([
    "db.example.com/s",
    "https://secret:Sesame0123@db/s",
    "postgres://u:Sesame0123@db/s?sslmode=prefer",
    "postgres://u:Sesame0123@db/s?password=x",
    "postgres://u:Sesame0123@db/%zz",
    "postgres://u:Sesame0123@db/s?sslmode=verify-full&sslrootcert=/nowhere",
    "postgres://u:Sesame0123@db:port/s",
    "",
  ])("the store address %j is refused, and the message does not show the address", (text) => {
    try {
      readStoreAddress(text);
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(AppFailure);
      expect((thrown as AppFailure).error.kind).toBe("invalid_input");
      expect((thrown as AppFailure).message).not.toContain("Sesame0123");
    }
  });

  it.each([
    ["postgres://u@db/s", false],
    ["postgres://u:p@db/s", true],
    ["postgres://db/s?password=p", true],
    ["postgres://u:p@db:no-port/s", true],
  ])("the check whether the address %j has a password returns %j", (text, has) => {
    expect(hasPassword(text)).toBe(has);
  });
});
