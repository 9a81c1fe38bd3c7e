import { useEffect, useState } from "react";
import { z } from "zod";
import { useConnectionApi } from "../../host/host-context.ts";

const KEPT_TARGETS = 12;
const NAME = "palette.recent";
const schema = z.array(z.string().max(10_100)).max(KEPT_TARGETS);

/** The profile's earlier choices in the palette, latest first, and a function that adds one. */
export function useRecent(): readonly [readonly string[], (key: string) => void] {
  const { host, profileId } = useConnectionApi();
  const [recent, setRecent] = useState<readonly string[]>([]);
  useEffect(() => {
    let gone = false;
    const load = async (): Promise<void> => {
      const result = await host.loadUiState({ profileId, name: NAME });
      if (!gone && result.ok && result.value !== null) setRecent(parse(result.value));
    };
    void load();
    return () => {
      gone = true;
    };
  }, [host, profileId]);
  const note = (key: string): void => {
    const next = [key, ...recent.filter((other) => other !== key)].slice(0, KEPT_TARGETS);
    void host.saveUiState({ profileId, name: NAME, value: JSON.stringify(next) });
  };
  return [recent, note];
}

function parse(text: string): readonly string[] {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}
