import { fail, type Result } from "../../shared/domain/errors.ts";
import { pause } from "../base/pause.ts";

/** Bytes read from a file at once, and the most that may wait to be sent. */
const [CHUNK_BYTES, MAX_BUFFERED] = [256 * 1024, 1024 * 1024];
const CHECK_INTERVAL = 10;

/** Lets the user choose a file; null where they cancel. */
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

/** Sends a file to the browser host's socket in chunks, so that a large one fills the memory of neither side. */
export async function sendFile(
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
      resolve(
        fail({
          kind: "network",
          reason: "reset",
          message: "The file could not be sent to Stockdeck's browser host.",
        }),
      ),
    );
  });
  const opened = new Promise<boolean>((resolve) => {
    socket.addEventListener("open", () => resolve(true));
    socket.addEventListener("close", () => resolve(false));
  });
  if (!(await opened)) return answer;
  const writtenAt = new Date(file.lastModified).toISOString();
  socket.send(JSON.stringify({ profileId, name: file.name, writtenAt }));
  for (let at = 0; at < file.size && socket.readyState === WebSocket.OPEN; at += CHUNK_BYTES) {
    socket.send(await file.slice(at, at + CHUNK_BYTES).arrayBuffer());
    while (socket.bufferedAmount > MAX_BUFFERED && socket.readyState === WebSocket.OPEN)
      await pause(CHECK_INTERVAL);
  }
  if (socket.readyState === WebSocket.OPEN) socket.send("end");
  return answer;
}
