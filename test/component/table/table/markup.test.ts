import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, test } from "vitest";
import { TestPage } from "../../page.ts";
import { cellAt, expectText, fill, groupBy, headings } from "../../steps.ts";

const MARKUP = `<img src="x" onerror="document.title = 'run'"><b>Roll & "reel"</b>`;

const page = new TestPage({ items: 20, fresh: true });
beforeEach(() => page.open());

test("markup from the service appears as plain text", async () => {
  const { service, user } = page;
  service.company.upsertItem({
    id: "marked",
    name: MARKUP,
    checkedOutToUserId: MARKUP,
    status: "checked_out",
  });
  await user.keyboard("{F5}");
  fill(screen.getByRole("searchbox"), "onerror");
  await expectText(() => cellAt(0, 0), MARKUP);
  cellAt(0, 0).focus();
  await user.keyboard("{Enter}");
  const details = await screen.findByRole("complementary", { name: `Details of item ${MARKUP}` });
  expect(await within(details).findByRole("heading", { level: 2 })).toHaveTextContent(MARKUP);
  await user.keyboard("{Escape}");
  await groupBy(page, "Holder");
  await waitFor(() =>
    expect(
      headings()
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain(MARKUP),
  );
  expect(document.querySelectorAll("#root img, #root b")).toHaveLength(0);
  expect(document.title).not.toBe("run");
});
