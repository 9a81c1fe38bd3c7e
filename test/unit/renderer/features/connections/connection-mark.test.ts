import { expect, it } from "vitest";
import { connectionSource } from "../../../../../renderer/features/connections/connection-mark.tsx";

it.each([
  [{ kind: "service", baseUrl: "https://stock.example/v1", name: "Plant" }, "stock.example/v1"],
  [{ kind: "service", baseUrl: "http://127.0.0.1:8080", name: "127.0.0.1:8080" }, ""],
  [{ kind: "sample", baseUrl: "http://127.0.0.1:1", name: "Sample company" }, "Sample data on this machine"],
] as const)("connectionSource() returns the source of %j: %j", (connection, words) => {
  expect(connectionSource(connection)).toBe(words);
});
