import { expect, it } from "vitest";
import { PushBus } from "../../../../electron/base/push-bus.ts";
import { BLANK_STATUS } from "../../../../electron/sync/status-store.ts";

it("the push bus delivers valid events to subscribed listeners", () => {
  const bus = new PushBus();
  const heard: string[] = [];
  const leave = bus.subscribe((name) => heard.push(`one ${name}`));
  bus.subscribe((name) => heard.push(`two ${name}`));
  bus.emit("status", BLANK_STATUS);
  leave();
  bus.emit("connection", null);
  expect(heard).toEqual(["one status", "two status", "two connection"]);
  expect(() => bus.emit("status", { ...BLANK_STATUS, apiKey: "x" } as never)).toThrow(/apiKey/);
  expect(heard).toHaveLength(3);
});
