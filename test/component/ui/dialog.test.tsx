import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defineDialog, DialogHost, type DialogProps } from "../../../renderer/ui/dialog.tsx";

const user = userEvent.setup();

function NoteDialog({ request, onClose }: DialogProps<string>) {
  const [first] = useState(request);
  return (
    <div role="dialog" aria-label="Note">
      {request}, opened with {first}
      <button type="button" onClick={onClose}>
        Close the note
      </button>
    </div>
  );
}

function HelpDialog() {
  return <div role="dialog" aria-label="Help" />;
}

const note = defineDialog(NoteDialog);
const help = defineDialog(HelpDialog);

const titles = (): (string | null)[] =>
  screen.queryAllByRole("dialog").map((dialog) => dialog.getAttribute("aria-label"));

describe("the registry of dialogs", () => {
  let root: Root;

  beforeEach(() => {
    document.body.innerHTML = "<main></main>";
    root = createRoot(document.querySelector("main") ?? document.body);
    flushSync(() => root.render(<DialogHost key="first" />));
  });

  afterEach(() => flushSync(() => root.unmount()));

  test("several dialogs can be open; each closes on its own", async () => {
    flushSync(() => help.open());
    flushSync(() => note.open("a"));
    expect(titles()).toEqual(["Help", "Note"]);
    await user.click(screen.getByRole("button", { name: "Close the note" }));
    expect(titles()).toEqual(["Help"]);
    flushSync(() => help.close());
    expect(titles()).toEqual([]);
  });

  test("a new request to open a dialog updates the open dialog and keeps its state", () => {
    flushSync(() => note.open("a"));
    flushSync(() => note.open("b"));
    expect(screen.getByRole("dialog")).toHaveTextContent("b, opened with a");
    flushSync(() => note.close());
    flushSync(() => note.open("c"));
    expect(screen.getByRole("dialog")).toHaveTextContent("c, opened with c");
  });

  test("toggling opens a closed dialog and closes an open dialog", () => {
    flushSync(() => help.toggle());
    expect(titles()).toEqual(["Help"]);
    flushSync(() => help.toggle());
    expect(titles()).toEqual([]);
  });

  test("a dialog host with a new React key does not show the dialog of the old host", () => {
    flushSync(() => note.open("a"));
    flushSync(() => root.render(<DialogHost key="second" />));
    expect(titles()).toEqual([]);
  });
});
