import { expect, it } from "vitest";
import type { Queryable } from "../../../../../../electron/features/collector/postgres/connect.ts";
import { runAt } from "../../../../../../electron/features/collector/postgres/run-work.ts";
import { query, type Work } from "../../../../../../electron/features/collector/serving/queries.ts";

it("an SQL statement for SQLite is translated for PostgreSQL", async () => {
  const asked: unknown[] = [];
  const at = {
    query: (...statement: unknown[]) => {
      asked.push(statement);
      return Promise.resolve({ rows: [{ last_used_at: 2, hash: "a_b" }] });
    },
  } as unknown as Queryable;
  const work = function* (): Work<unknown> {
    yield* query("UPDATE team_records SET editedAt = ?2 WHERE id = ?1", "a_b ?", 7);
    return yield* query({ sqlite: "never", postgres: "SELECT hash, lastUsedAt FROM tokens" });
  };
  expect(await runAt(at, work())).toEqual([{ lastUsedAt: 2, hash: "a_b" }]);
  expect(asked).toEqual([
    ["UPDATE stockdeck.team_records SET edited_at = $2 WHERE id = $1", ["a_b ?", 7]],
    ["SELECT hash, last_used_at FROM stockdeck.tokens", []],
  ]);
});
