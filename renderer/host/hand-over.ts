import { fail, type Result } from "../../shared/domain/errors.ts";
import { pause } from "../base/pause.ts";

/** Bytes that are read of a file at once, and that wait to be sent at most. */
const [PIECE, WAITING] = [256 * 1024, 1024 * 1024];
/** Ms between two looks at how much waits. */
const LOOK = 10;

/** Lets a person choose a file; null where they would rather not. */
export function pickFile(): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = ".csv,.xlsx,.json,.ndjson";
    input.addEventListener("change", () => resolve(input.files?.[0] ?? null));
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}

/**
 * Hands a file over to the browser host, piece by piece, so that no size of it fills the memory of either.
 * @param address of the host's socket for files, with its token.
 */
export async function handOver(
  address: string,
  profileId: string,
  file: File,
): Promise<Result<{ id: string | null }>> {
  const socket = new WebSocket(address);
  const answer = new Promise<Result<{ id: string | null }>>((resolve) => {
    socket.addEventListener("message", ({ data }: MessageEvent<string>) =>
      resolve(JSON.parse(data) as Result<{ id: string }>),
    );
    socket.addEventListener("close", () =>
      resolve(fail({ kind: "network", reason: "reset", message: "The file could not be handed over." })),
    );
  });
  const opened = new Promise<boolean>((resolve) => {
    socket.addEventListener("open", () => resolve(true));
    socket.addEventListener("close", () => resolve(false));
  });
  if (!(await opened)) return answer;
  const writtenAt = new Date(file.lastModified).toISOString();
  socket.send(JSON.stringify({ profileId, name: file.name, writtenAt }));
  for (let at = 0; at < file.size && socket.readyState === WebSocket.OPEN; at += PIECE) {
    socket.send(await file.slice(at, at + PIECE).arrayBuffer());
    while (socket.bufferedAmount > WAITING && socket.readyState === WebSocket.OPEN) await pause(LOOK);
  }
  if (socket.readyState === WebSocket.OPEN) socket.send("end");
  return answer;
}
