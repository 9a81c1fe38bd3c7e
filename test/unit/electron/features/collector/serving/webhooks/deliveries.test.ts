import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  readEvent,
  type ReadEvent,
} from "../../../../../../../electron/features/collector/serving/webhooks/deliveries.ts";
import { RESOURCES } from "../../../../../../../shared/inventory/resource-names.ts";
import { MAX_EVENT_TEXT } from "../../../../../../../shared/features/collector/webhook-events.ts";
import { envelope, NOW } from "./support.ts";

const read = (body: Buffer, resourceIdPath = "data.id", deliveryId = "msg_1"): ReadEvent =>
  readEvent({ body, deliveryId, scheme: { resourceIdPath }, receivedAt: NOW });
/** An id, whole or derived: never empty, never long. */
const SHORT_TEXT = new RegExp(`^.{1,${MAX_EVENT_TEXT}}$`, "su");
const UNKNOWN = {
  id: "msg_1",
  type: null,
  resource: null,
  resourceId: null,
  occurredAt: null,
  receivedAt: "2026-03-01T12:00:00.000Z",
};

describe("a webhook event", () => {
  it("a webhook event contains only id, type, record and times of the body", () => {
    expect(read(envelope({ data: { id: "itm_1", name: "PET film" } }))).toEqual({
      companyId: "com_1",
      event: {
        id: "evt_1",
        type: "inventory.item.updated",
        resource: "items",
        resourceId: "itm_1",
        occurredAt: "2026-03-01T11:59:58Z",
        receivedAt: "2026-03-01T12:00:00.000Z",
      },
    });
  });

  it("the scheme's path tells where the body contains the record's id", () => {
    const body = envelope({ type: "inventory.location.updated", data: { object: { key: "loc_1" } } });
    expect(read(body, "data.object.key").event).toMatchObject({ resource: "locations", resourceId: "loc_1" });
    for (const path of [
      "",
      "data.id",
      "data.object",
      "data.object.key.length",
      "data..key",
      "data.constructor.name",
    ])
      expect(read(body, path).event).toMatchObject({ resource: null, resourceId: null });
  });

  it("an event of an unknown type keeps its type and has no record", () => {
    expect(read(envelope({ type: "billing.invoice.paid" })).event).toMatchObject({
      id: "evt_1",
      type: "billing.invoice.paid",
      resource: null,
      resourceId: null,
    });
  });

  it.each([
    ["not JSON", "{"],
    ["a list", "[1]"],
    ["null", "null"],
    ["empty", ""],
    ["nested too deeply", "[".repeat(60_000) + "]".repeat(60_000)],
    ["an object with unexpected fields", '{"eventId":7,"type":{"a":1},"data":[]}'],
    ["an object with the key __proto__", '{"__proto__":{"eventId":"evt_1"},"eventId":"evt_2"}'],
  ])("an event whose body is %s gets the delivery's id and time", (_what, body) => {
    expect(read(Buffer.from(body)).event).toEqual(UNKNOWN);
  });

  it("an event has a maximum size", () => {
    const long = "x".repeat(5_000);
    const { event } = read(
      envelope({ eventId: long, type: long, occurredAt: long, data: { id: long } }),
      "data.id",
      long,
    );
    expect(event).toMatchObject({ type: "x".repeat(200), occurredAt: "x".repeat(200), resourceId: null });
    expect(event.id).toMatch(/^sha256-/);
    expect(read(envelope({ eventId: "a\u0000b" })).event.id).toBe("msg_1");
  });

  it("an event made from any body matches the schema of events", () => {
    const body = fc.oneof(
      fc.json(),
      fc.string({ unit: "binary" }),
      fc
        .record({
          eventId: fc.anything(),
          type: fc.anything(),
          occurredAt: fc.anything(),
          data: fc.anything(),
        })
        .map((value) => {
          try {
            return JSON.stringify(value) ?? "";
          } catch {
            return "";
          }
        }),
    );
    fc.assert(
      fc.property(body, fc.string(), (text, id) => {
        const { event } = read(Buffer.from(text), "data.id", id);
        expect(event.id).toMatch(SHORT_TEXT);
        for (const part of [event.type, event.resourceId, event.occurredAt])
          expect(part?.length ?? 0).toBeLessThanOrEqual(MAX_EVENT_TEXT);
        expect([null, ...RESOURCES]).toContain(event.resource);
      }),
    );
  });
});
